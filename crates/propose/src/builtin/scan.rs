//! All cues of a schema, found in one pass over a document.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use groundstop_value::Cue;

/// A cue of a field at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) field: usize,
    pub(crate) cue: usize,
    pub(crate) place: Range<usize>,
}

/// The cues of all fields, ready to be looked for.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    automaton: Option<AhoCorasick>,
    /// For every beginning, the field and the number of each cue that has it.
    owners: Vec<Vec<(usize, usize)>>,
    cues: Vec<Vec<Cue>>,
}

impl Scanner {
    /// Cues by field.
    pub(crate) fn new(cues: Vec<Vec<Cue>>) -> Scanner {
        let mut beginnings: Vec<String> = Vec::new();
        let mut owners: Vec<Vec<(usize, usize)>> = Vec::new();
        for (field, list) in cues.iter().enumerate() {
            for (number, cue) in list.iter().enumerate() {
                let owner = (field, number);
                let known = beginnings.iter().position(|known| known == cue.beginning());
                match known.and_then(|at| owners.get_mut(at)) {
                    Some(owned) => owned.push(owner),
                    None => {
                        beginnings.push(cue.beginning().to_owned());
                        owners.push(vec![owner]);
                    }
                }
            }
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(&beginnings)
            .ok()
            .filter(|_| !beginnings.is_empty());
        Scanner {
            automaton,
            owners,
            cues,
        }
    }

    /// The cue of a hit, as the schema writes it.
    pub(crate) fn phrase(&self, hit: &Hit) -> &str {
        let cue = self.cues.get(hit.field).and_then(|cues| cues.get(hit.cue));
        cue.map_or("", Cue::phrase)
    }

    /// Whether any field's cue begins at a byte.
    pub(crate) fn begins(&self, text: &str, at: usize) -> bool {
        let mut cues = self.cues.iter().flatten();
        cues.any(|cue| cue.at(text, at).is_some())
    }

    /// Every cue in the text, by field, in the order of the text.
    pub(crate) fn hits(&self, text: &str) -> Vec<Vec<Hit>> {
        let mut hits: Vec<Vec<Hit>> = vec![Vec::new(); self.cues.len()];
        let Some(automaton) = &self.automaton else {
            return hits;
        };
        for found in automaton.find_overlapping_iter(text) {
            let owners = self.owners.get(found.pattern().as_usize());
            for (field, number) in owners.into_iter().flatten() {
                let cue = self.cues.get(*field).and_then(|cues| cues.get(*number));
                if let Some(place) = cue.and_then(|cue| cue.at(text, found.start()))
                    && let Some(list) = hits.get_mut(*field)
                {
                    list.push(Hit {
                        field: *field,
                        cue: *number,
                        place,
                    });
                }
            }
        }
        for list in &mut hits {
            list.sort_by_key(|hit| (hit.place.start, hit.place.end, hit.cue));
        }
        hits
    }
}
