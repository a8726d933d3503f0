//! Figures that a text gives only roughly.

use groundstop_value::{Kind, Reading, read_all};

/// Words before a figure that make it a rough one.
const ROUGH: &[&str] = &[
    "about",
    "approximately",
    "approx",
    "approx.",
    "around",
    "circa",
    "nearly",
    "roughly",
    "rounded",
    "some",
];

/// Money as statutes write it.
pub(crate) fn money() -> Kind {
    Kind::Money {
        currency: None,
        format: None,
        stated: None,
    }
}

/// Percentages as statutes write them.
pub(crate) fn percent() -> Kind {
    Kind::Percent {
        ratio: false,
        format: None,
    }
}

/// The first rounded figure of a text, in its own words: "2.5 lakh rupees", "about Rs. 500".
pub(crate) fn rounded_figure(text: &str) -> Option<&str> {
    let readings = [money(), percent()];
    let mut all = readings.iter().flat_map(|kind| read_all(kind, text));
    let found = all.find(|reading| is_rounded(text, reading))?;
    text.get(found.span)
}

/// Whether a figure is a multiple of a scale word, or the words before it say it is rough.
pub(crate) fn is_rounded(text: &str, reading: &Reading) -> bool {
    let before = text
        .get(..reading.span.start)
        .unwrap_or_default()
        .trim_end();
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let rough = ROUGH.iter().any(|rough| word.eq_ignore_ascii_case(rough));
    let after = text.get(reading.span.end..).unwrap_or_default();
    reading.scaled || rough || before.ends_with(['~', '≈', '±']) || is_called_rough(after)
}

/// "500 or so", "500 (rounded)": words after a figure that make it a rough one.
fn is_called_rough(after: &str) -> bool {
    const AFTER: &[&str] = &[
        "or so",
        "or thereabouts",
        "more or less",
        "approximately",
        "approx",
        "rounded",
        "on the average",
    ];
    // The point of "per cent." ends no sentence where a small letter follows.
    let pointed = after
        .strip_prefix(". ")
        .filter(|rest| rest.starts_with(char::is_lowercase));
    let said = pointed
        .unwrap_or(after)
        .trim_start_matches([' ', '\n', '(', '[', ','])
        .to_lowercase();
    AFTER.iter().any(|words| {
        said.strip_prefix(words)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_and_after_make_a_figure_rough() {
        for rough in [
            "about Rs. 500",
            "~Rs. 500",
            "Rs. 500 or so",
            "Rs. 500 (rounded)",
            "Rs. 500, more or less",
            "roughly 5 per cent",
            "5 per cent. or so",
            "nearly five per cent.",
            "2.5 lakh rupees",
        ] {
            assert!(rounded_figure(rough).is_some(), "{rough}");
        }
        for exact in [
            "Rs. 500 or sooner",
            "Rs. 500",
            "5 per cent of the rounded total",
        ] {
            assert!(rounded_figure(exact).is_none(), "{exact}");
        }
    }
}
