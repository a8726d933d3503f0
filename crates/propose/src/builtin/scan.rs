//! All cues of a schema, found in one pass over a document.

use std::collections::BTreeMap;
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

/// Up to this many cues with one beginning are tried one by one.
const TRIED_MAX: usize = 8;

/// The cues that begin with one word.
#[derive(Clone, Debug, Default)]
struct Owners {
    /// The field and the number of each.
    all: Vec<(usize, usize)>,
    /// The same by how their last word begins, so that a thousand fields whose cues differ in their
    /// last word cost one look each.
    by_ending: BTreeMap<String, Vec<(usize, usize)>>,
    /// How many words a match of any of them has at most.
    reach_words: usize,
}

/// The cues of all fields, ready to be looked for.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    automaton: Option<AhoCorasick>,
    /// For every beginning, the cues that have it.
    owners: Vec<Owners>,
    /// The place of every beginning in `owners`.
    known: BTreeMap<String, usize>,
    cues: Vec<Vec<Cue>>,
}

impl Owners {
    fn add(&mut self, owner: (usize, usize), cue: &Cue) {
        self.all.push(owner);
        let ending = self.by_ending.entry(cue.ending().to_owned()).or_default();
        ending.push(owner);
        self.reach_words = self.reach_words.max(cue.reach_words());
    }

    /// The cues that can match at a byte.
    fn at(&self, text: &str, start: usize) -> Vec<(usize, usize)> {
        if self.all.len() <= TRIED_MAX {
            return self.all.clone();
        }
        let mut found = Vec::new();
        for word in Cue::words_at(text, start).take(self.reach_words) {
            let ends = word
                .char_indices()
                .map(|(at, c)| at.saturating_add(c.len_utf8()));
            for end in ends {
                let owned = word.get(..end).and_then(|base| self.by_ending.get(base));
                found.extend(owned.into_iter().flatten().copied());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// A word with its first letter a capital, where that letter is not ASCII.
fn capitalised(word: &str) -> Option<String> {
    let first = word.chars().next().filter(|first| !first.is_ascii())?;
    let rest = word.get(first.len_utf8()..)?;
    Some(first.to_uppercase().chain(rest.chars()).collect())
}

impl Scanner {
    /// Cues by field.
    pub(crate) fn new(cues: Vec<Vec<Cue>>) -> Scanner {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut owners: Vec<Owners> = Vec::new();
        for (field, list) in cues.iter().enumerate() {
            for (number, cue) in list.iter().enumerate() {
                let at = *known
                    .entry(cue.beginning().to_owned())
                    .or_insert(owners.len());
                if at == owners.len() {
                    owners.push(Owners::default());
                }
                if let Some(owners) = owners.get_mut(at) {
                    owners.add((field, number), cue);
                }
            }
        }
        let mut beginnings: Vec<(usize, &str)> = known
            .iter()
            .map(|(word, at)| (*at, word.as_str()))
            .collect();
        beginnings.sort_unstable();
        // Only ASCII letters are found in either case: "Échéance" has a beginning of its own.
        let capitals: Vec<(usize, String)> = beginnings
            .iter()
            .filter_map(|(at, word)| Some((*at, capitalised(word)?)))
            .collect();
        for (at, word) in &capitals {
            let same = owners.get(*at).cloned().unwrap_or_default();
            owners.push(same);
            beginnings.push((owners.len().saturating_sub(1), word));
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(beginnings.iter().map(|(_, word)| word))
            .ok()
            .filter(|_| !beginnings.is_empty());
        Scanner {
            automaton,
            owners,
            known,
            cues,
        }
    }

    /// The cue of a hit, as the schema writes it.
    pub(crate) fn phrase(&self, hit: &Hit) -> &str {
        let cue = self.cues.get(hit.field).and_then(|cues| cues.get(hit.cue));
        cue.map_or("", Cue::phrase)
    }

    /// Whether a cell is a label: a cue of any field and nothing else but its marks.
    pub(crate) fn is_label(&self, text: &str, cell: &Range<usize>) -> bool {
        let Some(word) = Cue::words_at(text, cell.start).next() else {
            return false;
        };
        let ends = word
            .char_indices()
            .map(|(at, c)| at.saturating_add(c.len_utf8()));
        let owners = ends
            .filter_map(|end| self.known.get(word.get(..end)?))
            .filter_map(|at| self.owners.get(*at));
        let cues = owners
            .flat_map(|owners| owners.at(text, cell.start))
            .filter_map(|(field, number)| self.cues.get(field)?.get(number));
        let whole = |cue: &Cue| {
            let place = cue.at(text, cell.start)?;
            let rest = text.get(place.end..cell.end)?;
            (!rest.chars().any(|c| c.is_alphanumeric() && c != '\u{ba}')).then_some(())
        };
        cues.filter_map(whole).next().is_some()
    }

    /// Every cue in the text, by field, in the order of the text.
    pub(crate) fn hits(&self, text: &str) -> Vec<Vec<Hit>> {
        let mut hits: Vec<Vec<Hit>> = vec![Vec::new(); self.cues.len()];
        let Some(automaton) = &self.automaton else {
            return hits;
        };
        for found in automaton.find_overlapping_iter(text) {
            let owners = self.owners.get(found.pattern().as_usize());
            let owners = owners.map_or(Vec::new(), |owners| owners.at(text, found.start()));
            for (field, number) in owners {
                let cue = self.cues.get(field).and_then(|cues| cues.get(number));
                if let Some(place) = cue.and_then(|cue| cue.at(text, found.start()))
                    && let Some(list) = hits.get_mut(field)
                {
                    list.push(Hit {
                        field,
                        cue: number,
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
