//! Which currency a sign is. A sign that one country uses is its code; one that
//! several share is the code of the only one of them that the document names.

/// A code with the names its country goes by.
type Code = (&'static str, &'static [&'static str]);

/// Signs and words, and the codes they can mean.
const SHARED: &[(&str, &[Code])] = &[
    ("€", &[("EUR", &[])]),
    ("₹", &[("INR", &[])]),
    ("₦", &[("NGN", &[])]),
    ("₱", &[("PHP", &[])]),
    ("₪", &[("ILS", &[])]),
    ("₴", &[("UAH", &[])]),
    ("₽", &[("RUB", &[])]),
    ("₺", &[("TRY", &[])]),
    ("₫", &[("VND", &[])]),
    ("฿", &[("THB", &[])]),
    ("₵", &[("GHS", &[])]),
    (
        "N",
        &[("NGN", &["Nigeria", "Naira"]), ("NAD", &["Namibia"])],
    ),
    (
        "Rs",
        &[
            ("INR", &["India", "Indian"]),
            ("PKR", &["Pakistan"]),
            ("LKR", &["Sri Lanka", "Ceylon"]),
            ("NPR", &["Nepal"]),
            ("MUR", &["Mauritius"]),
            ("SCR", &["Seychelles"]),
        ],
    ),
    (
        "$",
        &[
            (
                "USD",
                &[
                    "United States",
                    "INTERNAL REVENUE CODE",
                    "Internal Revenue Code",
                ],
            ),
            ("CAD", &["Canada"]),
            ("AUD", &["Australia"]),
            ("NZD", &["New Zealand"]),
            ("SGD", &["Singapore"]),
            ("HKD", &["Hong Kong"]),
            ("JMD", &["Jamaica"]),
            ("TTD", &["Trinidad"]),
            ("BBD", &["Barbados"]),
        ],
    ),
    (
        "£",
        &[
            ("GBP", &["United Kingdom", "Great Britain", "England"]),
            ("EGP", &["Egypt"]),
            ("SYP", &["Syria"]),
            ("LBP", &["Lebanon"]),
        ],
    ),
    ("¥", &[("JPY", &["Japan"]), ("CNY", &["China"])]),
];

fn codes(label: &str) -> &'static [Code] {
    let found = SHARED.iter().find(|(sign, _)| *sign == label);
    found.map(|(_, codes)| *codes).unwrap_or_default()
}

/// The unit of an amount: the code the document settles, or the sign as it stands.
///
/// What a person declares wins where the sign can mean it.
pub(crate) fn unit(label: &str, declared: Option<&str>, document: &str) -> String {
    if let Some(code) = declared.filter(|code| can_mean(label, code)) {
        return code.to_owned();
    }
    let all = codes(label);
    let mut named = all
        .iter()
        .filter(|(_, names)| all.len() == 1 || names.iter().any(|name| document.contains(name)));
    match (named.next(), named.next()) {
        (Some((code, _)), None) => (*code).to_owned(),
        _ => label.to_owned(),
    }
}

/// Whether a sign or word of a text can mean a unit.
pub(crate) fn can_mean(label: &str, unit: &str) -> bool {
    label == unit || codes(label).iter().any(|(code, _)| *code == unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_sign_needs_one_country_in_the_document() {
        assert_eq!(unit("Rs", None, "a resident in India"), "INR");
        assert_eq!(unit("Rs", None, "a resident"), "Rs");
        assert_eq!(unit("Rs", None, "between India and Pakistan"), "Rs");
        assert_eq!(unit("Rs", Some("PKR"), "India"), "PKR");
        assert_eq!(unit("₦", None, ""), "NGN");
        assert_eq!(unit("₦", Some("USD"), ""), "NGN");
        assert_eq!(unit("CHF", None, ""), "CHF");
        assert!(can_mean("Rs", "INR") && can_mean("$", "$") && !can_mean("$", "INR"));
    }
}
