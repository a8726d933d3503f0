//! What a confidence is worth: the reliability table, the risk-coverage curve,
//! and both as pictures in `docs/`.

use std::fmt::Write;
use std::fs;

use groundstop_contract::Confidence;

use super::outcome::{Outcome, percent};

/// The lower edges of the table's bins, in hundredths.
const BINS: [u32; 6] = [70, 75, 80, 85, 90, 95];

/// The thresholds of the curve, in hundredths.
const STEPS: std::ops::RangeInclusive<u32> = 70..=99;

/// One point: what is accepted from a threshold on.
struct Point {
    least: u32,
    right: usize,
    wrong: usize,
    covered: usize,
    stated: usize,
}

/// Prints the tables and writes the pictures.
pub(super) fn show(outcomes: &[Outcome]) -> Result<(), String> {
    let points: Vec<Point> = STEPS.map(|least| point(outcomes, least)).collect();
    println!("\nconfidence of ACCEPTs   right of all   share");
    let mut bins = Vec::new();
    for (number, low) in BINS.iter().enumerate() {
        let high = BINS.get(number + 1).copied().unwrap_or(100);
        let (from, to) = (point(outcomes, *low), point(outcomes, high));
        let right = from.right - to.right;
        let all = right + from.wrong - to.wrong;
        println!(
            "0.{low:02} to 0.{:02}            {:>14} {:>6}%",
            high - 1,
            format!("{right}/{all}"),
            percent(right, all)
        );
        bins.push((*low, high, right, all));
    }
    println!("\nthreshold   accepted   right   covered of stated");
    for point in points.iter().filter(|point| point.least % 5 == 0) {
        println!(
            "0.{:02}        {:>8} {:>6}% {:>6}%",
            point.least,
            point.right + point.wrong,
            percent(point.right, point.right + point.wrong),
            percent(point.covered, point.stated)
        );
    }
    let docs = crate::workspace_root().join("docs");
    for (name, picture) in [
        ("reliability.svg", reliability(&bins)),
        ("risk-coverage.svg", risk_coverage(&points)),
    ] {
        let path = docs.join(name);
        fs::write(&path, picture)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    println!("\nwritten: docs/reliability.svg, docs/risk-coverage.svg");
    Ok(())
}

fn point(outcomes: &[Outcome], least: u32) -> Point {
    let confidence = Confidence::parse(&format!("{}.{:02}", least / 100, least % 100))
        .unwrap_or(Confidence::ONE);
    let mut point = Point {
        least,
        right: 0,
        wrong: 0,
        covered: 0,
        stated: 0,
    };
    for outcome in outcomes {
        let (right, wrong, covered) = outcome.at_least(confidence);
        point.right += right;
        point.wrong += wrong;
        point.covered += usize::from(covered);
        point.stated += usize::from(outcome.stated);
    }
    point
}

const FRAME: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 320" font-family="sans-serif" font-size="11"><rect width="420" height="320" fill="#fff"/><path d="M50 20V270H400" fill="none" stroke="#444"/>"##;

/// The share of right ACCEPTs per bin, beside the diagonal on which confidence and truth agree.
fn reliability(bins: &[(u32, u32, usize, usize)]) -> String {
    let x = |hundredths: f64| 50.0 + (hundredths - 70.0) / 30.0 * 350.0;
    let y = |share: f64| 270.0 - (share - 0.7) / 0.3 * 250.0;
    let mut svg = String::from(FRAME);
    let _ = write!(
        svg,
        r##"<path d="M{:.0} {:.0}L{:.0} {:.0}" stroke="#bbb" stroke-dasharray="4 4"/>"##,
        x(70.0),
        y(0.7),
        x(100.0),
        y(1.0)
    );
    for (low, high, right, all) in bins.iter().filter(|(_, _, _, all)| *all > 0) {
        let share = *right as f64 / *all as f64;
        let (left, width) = (
            x(f64::from(*low)) + 3.0,
            x(f64::from(*high)) - x(f64::from(*low)) - 6.0,
        );
        let top = y(share.max(0.7));
        let _ = write!(
            svg,
            r##"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{:.1}" fill="#4a7ab5"/><text x="{left:.1}" y="{:.1}">{right}/{all}</text><text x="{left:.1}" y="285">0.{low}</text>"##,
            270.0 - top,
            top - 4.0
        );
    }
    svg.push_str(r##"<text x="15" y="24">1.0</text><text x="15" y="274">0.7</text><text x="170" y="306">confidence of the ACCEPT</text><text x="55" y="14">share that is right</text></svg>
"##);
    svg
}

/// Wrong ACCEPTs over coverage as the threshold rises.
fn risk_coverage(points: &[Point]) -> String {
    let x = |share: f64| 50.0 + share * 350.0;
    let y = |risk: f64| 270.0 - risk / 0.06 * 250.0;
    let mut line = String::new();
    for (number, point) in points.iter().enumerate() {
        let all = (point.right + point.wrong).max(1) as f64;
        let (coverage, risk) = (
            point.covered as f64 / point.stated.max(1) as f64,
            point.wrong as f64 / all,
        );
        let _ = write!(
            line,
            "{}{:.1} {:.1}",
            if number == 0 { "M" } else { "L" },
            x(coverage),
            y(risk.min(0.06))
        );
    }
    format!(
        r##"{FRAME}<path d="{line}" fill="none" stroke="#4a7ab5" stroke-width="2"/><path d="M50 {:.0}H400" stroke="#c55" stroke-dasharray="4 4"/><text x="330" y="{:.0}" fill="#c55">3% wrong</text><text x="15" y="24">6%</text><text x="15" y="274">0%</text><text x="45" y="285">0%</text><text x="380" y="285">100%</text><text x="150" y="306">coverage of stated fields</text><text x="55" y="14">share of ACCEPTs that is wrong</text></svg>
"##,
        y(0.03),
        y(0.03) - 4.0
    )
}
