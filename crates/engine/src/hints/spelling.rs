//! How values are spelled by those who propose them, and how documents do: codes for lengths of
//! time, dates in figures, words for nothing.

/// Words that stand where nothing was found.
const ABSENCES: [&str; 20] = [
    "",
    "-",
    "--",
    "\u{2013}",
    "\u{2014}",
    "n/a",
    "na",
    "n.a.",
    "nil",
    "none",
    "null",
    "unknown",
    "unspecified",
    "not specified",
    "not stated",
    "not found",
    "not provided",
    "not mentioned",
    "not applicable",
    "not available",
];

/// Whether a value only says that there is none.
pub(super) fn is_absence(value: &str) -> bool {
    let plain = value.trim().trim_end_matches('.').to_lowercase();
    ABSENCES.contains(&plain.as_str()) || value.trim().eq_ignore_ascii_case("n.a.")
}

/// A length of time in the code of ISO 8601, in words: "P30D" is "30 days".
pub(super) fn spelled_duration(code: &str) -> Option<String> {
    let rest = code.strip_prefix('P')?;
    let unit = match rest.chars().next_back()? {
        'D' => "day",
        'W' => "week",
        'M' => "month",
        'Y' => "year",
        _ => return None,
    };
    let count = rest.get(..rest.len().checked_sub(1)?)?;
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    let plural = if count == "1" { "" } else { "s" };
    is_count.then(|| format!("{count} {unit}{plural}"))
}

/// Whether a sign may stand for the currency that a text names by its code.
pub(super) fn sign_fits(sign: char, text: &str) -> bool {
    let codes: &[&str] = match sign {
        '$' => &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "US$"],
        '£' => &["GBP"],
        '€' => &["EUR"],
        '¥' => &["JPY", "CNY"],
        _ => &[],
    };
    codes.iter().any(|code| text.contains(code))
}

/// Whether two dates in figures are one date if day and month change places in one of them.
pub(super) fn one_date(one: &str, two: &str) -> bool {
    let (Some(one), Some(two)) = (figures(one), figures(two)) else {
        return false;
    };
    let swapped = |(year, first, second): (u32, u32, u32)| (year, second, first);
    one == two || one == swapped(two)
}

/// The year and the two other figures of a date, in their order.
fn figures(text: &str) -> Option<(u32, u32, u32)> {
    let parts: Vec<&str> = text.trim().split(['/', '.', '-']).collect();
    let numbers: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    match (parts.as_slice(), numbers?.as_slice()) {
        ([first, ..], [year, month, day]) if first.len() == 4 => Some((*year, *month, *day)),
        ([_, _, last], [one, two, year]) if last.len() == 4 => Some((*year, *one, *two)),
        _ => None,
    }
}

const NEGATIONS: [&str; 3] = ["not", "no", "never"];

/// Whether a quote has a word that denies.
pub(super) fn denies(quote: &str) -> bool {
    let mut words = quote.split(|c: char| !c.is_alphanumeric());
    words.any(|word| NEGATIONS.contains(&word.to_lowercase().as_str()))
}

/// Words of a quote that a schema may name, as they stand there: from the verb before a negation on,
/// else all that a short quote says of its subject. Of a long one no one can know which words say it.
pub(super) fn phrase(quote: &str) -> Option<String> {
    const WORDS: usize = 4;
    const DETERMINERS: [&str; 8] = ["this", "the", "such", "said", "each", "any", "a", "an"];
    let words: Vec<&str> = quote.split_whitespace().collect();
    let bare = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.to_lowercase()
    };
    let negated = words
        .iter()
        .position(|word| NEGATIONS.contains(&bare(word).as_str()));
    // What the sentence is about is no part of what it says.
    let subject = match words.first().map(bare) {
        Some(first) if DETERMINERS.contains(&first.as_str()) && words.len() > 2 => 2,
        _ => 0,
    };
    let from = match negated {
        Some(at) => at.saturating_sub(1),
        None if words.len().saturating_sub(subject) <= WORDS => subject,
        None => return None,
    };
    let chosen: Vec<&str> = words.into_iter().skip(from).take(WORDS).collect();
    let said = chosen.join(" ");
    let said = said.trim_matches(|c: char| !c.is_alphanumeric());
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '\u{2019}' | ',');
    // What a phrase is searched with has no brackets or quotation marks.
    (!said.is_empty() && said.chars().all(plain)).then(|| said.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_words_and_figures_are_told() {
        assert_eq!(spelled_duration("P30D").as_deref(), Some("30 days"));
        assert_eq!(spelled_duration("P1Y").as_deref(), Some("1 year"));
        for none in ["30D", "PD", "P1Y6M", "PT5H", "P", ""] {
            assert_eq!(spelled_duration(none), None, "{none}");
        }
        assert!(one_date("04/03/2025", "2025-03-04"));
        assert!(one_date("2025-02-01", "01/02/2025"));
        assert!(!one_date("04/05/2025", "2025-03-04"));
        assert!(!one_date("May 4, 2025", "2025-03-04"));
        assert_eq!(
            phrase("This Agreement shall not renew.").as_deref(),
            Some("shall not renew")
        );
        let harmful = "The term is extended by further periods of one year";
        assert_eq!(phrase(harmful), None, "any lease has such periods");
        assert_eq!(phrase("It renews (automatically)"), None);
        assert_eq!(
            phrase("The lease renews automatically").as_deref(),
            Some("renews automatically")
        );
        for nothing in ["N/A", "not specified", "", "None", "Not found."] {
            assert!(is_absence(nothing), "{nothing}");
        }
        assert!(!is_absence("no") && !is_absence("Nilsson"));
        assert!(sign_fits('$', "USD 500") && !sign_fits('€', "USD 500"));
    }
}
