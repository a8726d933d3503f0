//! Many words in one text: every place where one of them stands, in any case.
//!
//! Of each word four bytes in a row are picked, rare ones if it has any. At every
//! place of the text the four bytes there are looked up in a small set; only where
//! they may belong to a word is the word itself compared. No step waits for the one
//! before, as it does in an automaton, so that most of a text costs next to nothing.

use std::ops::Range;
use std::sync::LazyLock;

/// How many bytes of a word are looked up.
const GRAM: usize = 4;
/// The set has this many places, two to the power of [`BITS`].
const BITS: u32 = 17;
const PLACES: usize = 1 << BITS;
/// Letters and the blank, the most frequent first.
const FREQUENT: &[u8] = b" etaoinshrdlcumfpgwybvkxjqz";

/// Pieces of words that English prose is full of, a line for a blank: a word that
/// has another one is looked up by that.
const COMMON: &str = "\
    _an_ _app _are _as_ _dat _fro _has _hav _if_ _in_ _inf _is_ _mat _not _of_ \
    _res _tha _the _thi _use _wil _you act_ acti al_i all_ ance any_ appl are_ \
    arti ated atio ave_ bjec clau clud comm comp conf cons cont coun ctio ctiv \
    d_to date dent ding disc e_an e_co e_re e_su e_th e_to each ecti een_ ent_ \
    enti er_a erat ere_ erso espe f_th fect fide for_ form from hat_ have he_a \
    he_r he_t his_ iden ific ight ill_ incl info inst inte ions is_a istr ject \
    l_no lati ll_n mati mend ment n_th nclu nd_t nder ndin nfid nfor not_ ntia \
    onfi oper or_a or_t orma ount over part pect pers port r_in r_re r_th rati \
    rese resp rmat rom_ rson s_an sion spec stan stat subj t_in t_of t_to tate \
    te_o tent that the_ this tial ties ting tion tive ubje use_ vide will with";

/// Words to look for, made ready.
#[derive(Debug)]
pub(super) struct Words {
    words: Vec<Vec<u8>>,
    /// One bit for each value that four bytes of a word have.
    set: Box<[u64; PLACES / 64]>,
    /// The words behind each value, in order of the values.
    entries: Vec<Entry>,
    /// Where those of each value begin, and those of the last one end.
    starts: Vec<usize>,
    /// Words too short for that, each by its first byte.
    short: Vec<usize>,
}

/// A word that may stand where four bytes have a value.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    value: usize,
    word: usize,
    /// How far before those bytes it begins.
    before: usize,
}

/// A word that was found: which one, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) word: usize,
    pub(super) span: Range<usize>,
}

impl Words {
    pub(super) fn new<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>) -> Words {
        let mut ready = Words {
            words: words
                .into_iter()
                .map(|word| word.as_ref().to_vec())
                .collect(),
            set: Box::new([0; PLACES / 64]),
            entries: Vec::new(),
            starts: Vec::new(),
            short: Vec::new(),
        };
        for (index, word) in ready.words.iter().enumerate() {
            match word.len() {
                0 => {}
                1 | 2 => ready.short.push(index),
                3 => ready.entries.extend(with_any_byte(word, index)),
                _ => ready.entries.extend(rarest(word, index)),
            }
        }
        ready.entries.sort_unstable();
        ready.entries.dedup();
        for entry in &ready.entries {
            if let Some(bits) = ready.set.get_mut(entry.value / 64) {
                *bits |= 1 << (entry.value % 64);
            }
        }
        let mut entries = ready.entries.iter().enumerate().peekable();
        for value in 0..=PLACES {
            while entries.next_if(|(_, entry)| entry.value < value).is_some() {}
            let start = entries.peek().map_or(ready.entries.len(), |(at, _)| *at);
            ready.starts.push(start);
        }
        ready
    }

    /// Every place of every word, by where it ends, and then by where it begins.
    pub(super) fn places(&self, text: &[u8]) -> Vec<Place> {
        let mut places = Vec::new();
        for (at, four) in text.windows(GRAM).enumerate() {
            if let [a, b, c, d] = *four {
                let value = value([a, b, c, d]);
                if self.may_be(value) {
                    self.compare(text, at, value, &mut places);
                }
            }
        }
        // A word of three bytes may end the text.
        if let Some([a, b, c]) = text.last_chunk() {
            let at = text.len().saturating_sub(3);
            self.compare(text, at, value([*a, *b, *c, b' ']), &mut places);
        }
        for word in &self.short {
            self.short_places(text, *word, &mut places);
        }
        places.sort_unstable_by_key(|place| (place.span.end, place.span.start, place.word));
        places
    }

    fn may_be(&self, value: usize) -> bool {
        let bits = self.set.get(value / 64).copied().unwrap_or(0);
        bits >> (value % 64) & 1 == 1
    }

    /// The words that stand around four bytes with a value.
    #[cold]
    fn compare(&self, text: &[u8], at: usize, value: usize, places: &mut Vec<Place>) {
        let bound = |value: usize| self.starts.get(value).copied().unwrap_or(0);
        let behind = bound(value)..bound(value.saturating_add(1));
        for entry in self.entries.get(behind).unwrap_or_default() {
            if let Some(start) = at.checked_sub(entry.before) {
                places.extend(self.place(text, start, entry.word));
            }
        }
    }

    fn short_places(&self, text: &[u8], word: usize, places: &mut Vec<Place>) {
        let first = self.words.get(word).and_then(|word| word.first());
        let first = first.copied().unwrap_or_default();
        let (low, high) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
        for start in memchr::memchr2_iter(low, high, text) {
            places.extend(self.place(text, start, word));
        }
    }

    /// A word at a place, if it stands there.
    pub(super) fn place(&self, text: &[u8], start: usize, word: usize) -> Option<Place> {
        let bytes = self.words.get(word)?;
        let span = start..start.checked_add(bytes.len())?;
        let there = text.get(span.clone())?;
        there
            .eq_ignore_ascii_case(bytes)
            .then_some(Place { word, span })
    }
}

/// What four bytes are looked up as: the same in any case.
fn value(bytes: [u8; GRAM]) -> usize {
    let any_case = u32::from_le_bytes(bytes) | 0x2020_2020;
    let mixed = any_case.wrapping_mul(0x9E37_79B1) >> (u32::BITS - BITS);
    usize::try_from(mixed).unwrap_or(0) % PLACES
}

/// The entry of a word by its rarest four bytes.
fn rarest(word: &[u8], index: usize) -> Option<Entry> {
    let all = word.windows(GRAM).enumerate();
    let rarity = |four: &[u8]| (!is_common(four), four.iter().map(rarity).sum::<usize>());
    let (before, four) = all.max_by_key(|(_, four)| rarity(four))?;
    Some(Entry {
        value: value(four.try_into().ok()?),
        word: index,
        before,
    })
}

/// The entries of a word of three bytes: any byte may follow it.
fn with_any_byte(word: &[u8], index: usize) -> Vec<Entry> {
    let [a, b, c] = *word else {
        return Vec::new();
    };
    let any = 0..=u8::MAX;
    any.map(|next| Entry {
        value: value([a, b, c, next]),
        word: index,
        before: 0,
    })
    .collect()
}

/// The pieces of `COMMON`, sorted: they are asked for at every place of every word.
static COMMON_PIECES: LazyLock<Vec<&'static [u8]>> = LazyLock::new(|| {
    let mut pieces: Vec<&[u8]> = COMMON.split(' ').map(str::as_bytes).collect();
    pieces.sort_unstable();
    pieces
});

fn is_common(four: &[u8]) -> bool {
    let plain: Vec<u8> = four
        .iter()
        .map(|byte| match byte {
            b' ' => b'_',
            byte => byte.to_ascii_lowercase(),
        })
        .collect();
    COMMON_PIECES.binary_search(&plain.as_slice()).is_ok()
}

/// How seldom a byte is; the first of those that write one letter says little.
fn rarity(byte: &u8) -> usize {
    match byte.to_ascii_lowercase() {
        0xC0.. => 0,
        low => {
            let known = FREQUENT.iter().position(|frequent| *frequent == low);
            known.unwrap_or(FREQUENT.len() / 2)
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test may fail")]

    use aho_corasick::AhoCorasick;
    use proptest::prelude::*;

    use super::{Place, Words};

    /// The same places as an automaton finds that looks at every byte.
    fn all_places(words: &[String], text: &str) -> Vec<Place> {
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(words)
            .expect("words");
        let mut places: Vec<Place> = automaton
            .find_overlapping_iter(text)
            .map(|found| Place {
                word: found.pattern().as_usize(),
                span: found.range(),
            })
            .collect();
        places.sort_by_key(|place| (place.span.end, place.span.start, place.word));
        places
    }

    proptest! {
        #[test]
        fn words_are_found_wherever_they_stand(
            words in prop::collection::vec("[a-dA-D@é忽 ]{1,9}", 1..40),
            text in "[a-eA-D@é忽 .]{0,200}",
        ) {
            let found = Words::new(&words).places(text.as_bytes());
            prop_assert_eq!(found, all_places(&words, &text));
        }
    }

    #[test]
    fn short_words_are_found_at_the_ends() {
        let words = ["@", "![", "ai ", "url", "drop"].map(str::to_owned);
        for text in ["@", "![", "url", "Ai url", "AI @![", "drop", "ur", ""] {
            let found = Words::new(&words).places(text.as_bytes());
            assert_eq!(found, all_places(&words, text), "{text}");
        }
    }
}
