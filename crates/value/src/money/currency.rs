//! Currencies: codes, signs and words, and what each of them can mean.
//!
//! A code is itself. A sign or a word is its own currency too (`$` is `$`),
//! because many countries share it; only a schema that names a currency turns
//! a sign that can mean it into that code.

use crate::token::lookup;

/// The codes of ISO 4217 in use, and a few that old contracts still name.
const CODES: &[&str] = &[
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "ATS", "AUD", "AWG", "AZN", "BAM", "BBD",
    "BDT", "BEF", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN",
    "BZD", "CAD", "CDF", "CHF", "CLP", "CNH", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DEM",
    "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ESP", "ETB", "EUR", "FJD", "FKP", "FRF", "GBP",
    "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "IEP",
    "ILS", "INR", "IQD", "IRR", "ISK", "ITL", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF",
    "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL",
    "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD",
    "NGN", "NIO", "NLG", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN",
    "PYG", "QAR", "RMB", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD",
    "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP",
    "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VES", "VND", "VUV", "WST",
    "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW",
];

/// Codes that are words in capitals too: "ALL 500 SHARES" is no money in lek.
const WORDLIKE: &[&str] = &[
    "ALL", "BAM", "BOB", "COP", "CUP", "ESP", "GEL", "MAD", "MOP", "NAD", "PAB", "PEN", "RON",
    "SOS", "TOP", "TRY",
];

/// The code a word is, in capitals as codes are written.
pub(crate) fn code(word: &str) -> Option<&'static str> {
    if word.len() != 3 {
        return None;
    }
    CODES
        .binary_search(&word)
        .ok()
        .and_then(|i| CODES.get(i))
        .copied()
}

/// Whether a code reads as a word and needs the schema to name it.
pub(crate) fn is_wordlike(code: &str) -> bool {
    WORDLIKE.contains(&code)
}

/// The currency of a sign: itself, except the rupee sign that only spells `Rs`.
pub(crate) fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '$' => "$",
        '€' => "€",
        '£' => "£",
        '¥' => "¥",
        '₹' => "₹",
        '₨' => "Rs",
        '₦' => "₦",
        '₩' => "₩",
        '₽' => "₽",
        '₪' => "₪",
        '₫' => "₫",
        '₱' => "₱",
        '฿' => "฿",
        '₴' => "₴",
        '₺' => "₺",
        '₡' => "₡",
        '₲' => "₲",
        '₵' => "₵",
        '₸' => "₸",
        '₼' => "₼",
        '₾' => "₾",
        '₮' => "₮",
        '₭' => "₭",
        _ => return None,
    })
}

/// The code that letters glued to a dollar sign make of it: `US$`.
pub(crate) fn qualified(letters: &str) -> Option<&'static str> {
    Some(match letters {
        "US" | "USD" => "USD",
        "C" | "CA" | "CAN" | "Can" | "CDN" | "Cdn" | "CAD" => "CAD",
        "A" | "AU" | "AUD" => "AUD",
        "HK" | "HKD" => "HKD",
        "S" | "SG" | "SGD" => "SGD",
        "NZ" | "NZD" => "NZD",
        "NT" | "TWD" => "TWD",
        "R" | "BRL" => "BRL",
        "MX" | "Mex" | "MXN" => "MXN",
        _ => return None,
    })
}

const WORDS: &[(&str, &str)] = &[
    ("dollar", "$"),
    ("dollars", "$"),
    ("euro", "€"),
    ("euros", "€"),
    ("franc", "francs"),
    ("francs", "francs"),
    ("naira", "₦"),
    ("pound", "£"),
    ("pounds", "£"),
    ("re", "Rs"),
    ("rs", "Rs"),
    ("rupee", "Rs"),
    ("rupees", "Rs"),
    ("yen", "¥"),
];

/// The currency a word names.
pub(crate) fn word(word: &str) -> Option<&'static str> {
    if word.len() > 7 {
        None
    } else {
        lookup(WORDS, word)
    }
}

/// The code that an adjective makes of a currency: "Swiss" and "francs".
pub(crate) fn national(adjective: &str, currency: &str) -> Option<&'static str> {
    Some(match (adjective.to_ascii_lowercase().as_str(), currency) {
        ("us" | "american" | "states", "$") => "USD",
        ("canadian", "$") => "CAD",
        ("australian", "$") => "AUD",
        ("zealand", "$") => "NZD",
        ("kong", "$") => "HKD",
        ("singapore", "$") => "SGD",
        ("swiss", "francs") => "CHF",
        ("indian", "Rs") => "INR",
        ("pakistani" | "pakistan", "Rs") => "PKR",
        ("japanese", "¥") => "JPY",
        ("nigerian", "₦") => "NGN",
        ("british" | "sterling", "£") => "GBP",
        _ => return None,
    })
}

/// The codes a sign or word can mean; empty for codes.
fn family(label: &str) -> &'static [&'static str] {
    match label {
        "$" => &[
            "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP", "JMD",
            "BBD", "BSD", "BMD", "BND", "BZD", "FJD", "GYD", "KYD", "LRD", "NAD", "SBD", "SRD",
            "TTD", "UYU", "XCD",
        ],
        "€" => &["EUR"],
        "£" => &[
            "GBP", "EGP", "FKP", "GIP", "SHP", "SSP", "SYP", "LBP", "IEP",
        ],
        "¥" => &["JPY", "CNY", "CNH"],
        "RMB" => &["CNY", "CNH"],
        "₹" => &["INR"],
        "Rs" => &["INR", "PKR", "LKR", "NPR", "MUR", "SCR"],
        "₦" => &["NGN"],
        "₩" => &["KRW", "KPW"],
        "₽" => &["RUB"],
        "₪" => &["ILS"],
        "₫" => &["VND"],
        "₱" => &["PHP"],
        "฿" => &["THB"],
        "₴" => &["UAH"],
        "₺" => &["TRY"],
        "₡" => &["CRC"],
        "₲" => &["PYG"],
        "₵" => &["GHS"],
        "₸" => &["KZT"],
        "₼" => &["AZN"],
        "₾" => &["GEL"],
        "₮" => &["MNT"],
        "₭" => &["LAK"],
        "francs" => &[
            "CHF", "XAF", "XOF", "XPF", "FRF", "BEF", "RWF", "BIF", "DJF", "GNF", "KMF", "CDF",
        ],
        _ => &[],
    }
}

/// Whether options are nothing but codes of currencies.
pub(crate) fn are_codes(options: &[String]) -> bool {
    !options.is_empty() && options.iter().all(|option| code(option).is_some())
}

/// The one of some codes that a sign can mean. A sign of dollars or rupees says no code, whatever
/// the options: the countries that share it are too many.
pub(crate) fn meant(c: char, options: &[String]) -> Option<&String> {
    let label = sign(c).filter(|label| !matches!(*label, "$" | "Rs"))?;
    let mut able = options
        .iter()
        .filter(|option| family(label).contains(&option.as_str()));
    let first = able.next()?;
    able.next().is_none().then_some(first)
}

/// Two namings of one amount's currency as one, if they can mean the same.
pub(crate) fn joined(a: &'static str, b: &'static str) -> Option<&'static str> {
    if a == b || family(a).contains(&b) {
        return Some(b);
    }
    if family(b).contains(&a) {
        return Some(a);
    }
    // `₹` beside "rupees": both can mean one code, and the first says it as itself.
    family(a)
        .iter()
        .any(|code| family(b).contains(code))
        .then_some(a)
}

/// The currency under what the schema declares.
pub(crate) fn declared(label: &str, declared: Option<&str>) -> String {
    match declared {
        Some(code) if family(label).contains(&code) => code.to_string(),
        _ => label.to_string(),
    }
}

/// The label of a currency that stands alone: a code, a sign, a qualified sign or a word.
pub(crate) fn label(text: &str) -> Option<&'static str> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => sign(c),
        _ => code(text)
            .or_else(|| text.strip_suffix('$').and_then(qualified))
            .or_else(|| word(text.trim_end_matches('.'))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(CODES.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(crate::token::is_sorted(WORDS));
    }

    #[test]
    fn a_sign_becomes_a_code_only_where_it_can_mean_it() {
        assert_eq!(declared("$", Some("CAD")), "CAD");
        assert_eq!(declared("€", Some("CAD")), "€");
        assert_eq!(declared("$", None), "$");
        assert_eq!(declared("EUR", Some("USD")), "EUR");
        assert_eq!(declared("Rs", Some("INR")), "INR");
    }
}
