//! The components that the research contract calls frozen, each by its digest: a change of one
//! needs no version, but a new certification.

use groundstop_canon::sha256_hex;
use groundstop_contract::certificate::ComponentDigest;
use groundstop_contract::frozen::points;
use groundstop_research::screen::Screen;

use super::rooms::DOCUMENTS;

/// The five components of the contract's section 9, the screen's rules, and the points of the
/// contracts' documents, as this build has them.
#[must_use]
pub fn components() -> Vec<ComponentDigest> {
    let sources = [
        ("adapter", env!("GROUNDSTOP_COMPONENT_ADAPTER")),
        ("policy", env!("GROUNDSTOP_COMPONENT_POLICY")),
        ("injection", env!("GROUNDSTOP_COMPONENT_INJECTION")),
        ("validator", env!("GROUNDSTOP_COMPONENT_VALIDATOR")),
        ("router", env!("GROUNDSTOP_COMPONENT_ROUTER")),
    ];
    let mut all: Vec<ComponentDigest> = sources
        .into_iter()
        .map(|(name, sha256)| component(name, sha256.to_owned()))
        .collect();
    // Rules that cannot be read have no digest, and the certification then fails of itself.
    let rules = Screen::published().map(|screen| screen.rules().record().sha256.clone());
    all.push(component("screen rules", rules.unwrap_or_default()));
    for (_, name, text) in DOCUMENTS {
        all.push(component(name, wording(text)));
    }
    all
}

fn component(name: &str, sha256: String) -> ComponentDigest {
    ComponentDigest {
        name: name.to_owned(),
        sha256,
    }
}

/// The digest of what the points of a document say, whatever tests keep them.
fn wording(document: &str) -> String {
    let lines: Vec<String> = points(document)
        .iter()
        .map(|one| format!("{} {}\n", one.number, one.sentence))
        .collect();
    sha256_hex(lines.concat().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_word_in_a_point_is_another_component_and_another_test_is_not() {
        let text = "- **x-1** It holds. Kept by `it_holds`.\n";
        let retold = text.replace("It holds.", "It may hold.");
        let kept_otherwise = text.replace("it_holds", "it_really_holds");
        assert_ne!(wording(text), wording(&retold));
        assert_eq!(wording(text), wording(&kept_otherwise));
    }

    #[test]
    fn every_component_has_a_digest_and_a_name_of_its_own() {
        let all = components();
        assert_eq!(all.len(), 9);
        for (at, one) in all.iter().enumerate() {
            assert_eq!(one.sha256.len(), 64, "{}", one.name);
            let rest = all.iter().skip(at.saturating_add(1));
            assert!(rest.into_iter().all(|other| other.name != one.name));
        }
    }
}
