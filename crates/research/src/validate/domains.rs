//! Who publishes under a domain. The list is short and says only what is well
//! known; everybody else is unknown, which is no blame.

use super::address::{registrable_domain, suffix};

/// Who publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DomainClass {
    /// A government.
    Government,
    /// A university or school.
    Education,
    /// A scientific journal.
    Journal,
    /// A body set up by states, or one that sets standards.
    Official,
    /// A large newspaper, agency or broadcaster.
    MajorMedia,
    /// Anybody can write there.
    UserContent,
    /// A document of the operator's own corpus.
    Corpus,
    /// Nothing is known.
    Unknown,
}

const JOURNALS: &[&str] = &[
    "acm.org",
    "bmj.com",
    "cambridge.org",
    "cell.com",
    "ieee.org",
    "jamanetwork.com",
    "jstor.org",
    "nature.com",
    "nejm.org",
    "oup.com",
    "plos.org",
    "pnas.org",
    "royalsocietypublishing.org",
    "science.org",
    "sciencedirect.com",
    "springer.com",
    "thelancet.com",
    "wiley.com",
];
const OFFICIALS: &[&str] = &[
    "bis.org",
    "cen.eu",
    "iaea.org",
    "icrc.org",
    "iec.ch",
    "ietf.org",
    "ifrs.org",
    "imf.org",
    "iso.org",
    "oecd.org",
    "un.org",
    "unesco.org",
    "w3.org",
    "worldbank.org",
    "wto.org",
];
const MAJOR_MEDIA: &[&str] = &[
    "afp.com",
    "aljazeera.com",
    "apnews.com",
    "bbc.co.uk",
    "bbc.com",
    "bloomberg.com",
    "cbc.ca",
    "dw.com",
    "economist.com",
    "elpais.com",
    "faz.net",
    "ft.com",
    "lemonde.fr",
    "npr.org",
    "nytimes.com",
    "nzz.ch",
    "reuters.com",
    "theguardian.com",
    "washingtonpost.com",
    "wsj.com",
];
const USER_CONTENT: &[&str] = &[
    "blogspot.com",
    "facebook.com",
    "fandom.com",
    "github.io",
    "instagram.com",
    "linkedin.com",
    "medium.com",
    "pinterest.com",
    "quora.com",
    "reddit.com",
    "stackexchange.com",
    "substack.com",
    "tiktok.com",
    "tumblr.com",
    "twitter.com",
    "wikipedia.org",
    "wordpress.com",
    "x.com",
    "youtube.com",
];
/// Public suffixes, or their first label, that only governments get.
const GOVERNMENT_SUFFIXES: &[&str] = &["gc", "go", "gob", "gouv", "gov", "govt", "gub", "mil"];
const EDUCATION_SUFFIXES: &[&str] = &["ac", "edu"];
/// Registered domains under which only public bodies publish.
const GOVERNMENTS: &[&str] = &["admin.ch", "bund.de", "canada.ca", "europa.eu", "gc.ca"];

/// Who publishes under an address.
#[must_use]
pub fn class_of(url: &str) -> DomainClass {
    let suffix = suffix(url).unwrap_or_default();
    let domain = registrable_domain(url).unwrap_or_default();
    let first_label = suffix.split('.').next().unwrap_or("");
    // `gov` alone or in front of a country; `gov` in front of anything else is a name.
    let of_state = suffix.split('.').skip(1).all(|label| label.len() == 2);
    let under = |list: &[&str]| list.contains(&domain.as_str());
    if of_state && GOVERNMENT_SUFFIXES.contains(&first_label) || under(GOVERNMENTS) {
        DomainClass::Government
    } else if of_state && EDUCATION_SUFFIXES.contains(&first_label) {
        DomainClass::Education
    } else if under(JOURNALS) {
        DomainClass::Journal
    } else if under(OFFICIALS) || suffix == "int" {
        DomainClass::Official
    } else if under(MAJOR_MEDIA) {
        DomainClass::MajorMedia
    } else if under(USER_CONTENT) || USER_CONTENT.contains(&suffix.as_str()) {
        DomainClass::UserContent
    } else {
        DomainClass::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_go_by_what_was_registered_and_not_by_what_a_name_looks_like() {
        use DomainClass::*;
        for (url, class) in [
            ("https://www.irs.gov/x", Government),
            ("https://service.state.gov.uk", Government),
            ("https://www.legifrance.gouv.fr/", Government),
            ("https://eur-lex.europa.eu/", Government),
            ("https://evil.gov.example.com/", Unknown),
            ("https://gov.example.com/", Unknown),
            ("https://www.mit.edu/", Education),
            ("https://www.ox.ac.uk/", Education),
            ("https://www.nature.com/articles/1", Journal),
            ("https://notnature.com/", Unknown),
            ("https://www.who.int/", Official),
            ("https://www.iso.org/standard", Official),
            ("https://www.bbc.co.uk/news", MajorMedia),
            ("https://me.blogspot.com/", UserContent),
            ("https://old.reddit.com/r/law", UserContent),
            ("https://192.0.2.7/", Unknown),
            ("nothing", Unknown),
        ] {
            assert_eq!(class_of(url), class, "{url}");
        }
    }
}
