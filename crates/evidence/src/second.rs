//! A quote in the eyes of a second reader: the same letters and digits, or not.
//!
//! The two readers put a page in different orders, so words are compared by
//! their place: what the second reader has where a word stands must be that
//! word. Only letters and digits count, under the folds; where they stand says
//! nothing about spaces, hyphens or the order of blocks.

use groundstop_contract::CharacterFlag;
use groundstop_document::{Area, ByteOffset, ByteSpan, Document, SecondChar, SecondReading};

use crate::made::Evidence;
use crate::within::text_key;

/// A word that a second reader reads differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The page it stands on.
    pub page: u32,
    /// Who reads it differently, with its version.
    pub reader: String,
    /// The word as the document has it.
    pub ours: String,
    /// What the second reader has in its place, or why it has nothing.
    pub theirs: Result<String, String>,
}

impl Evidence {
    /// The quoted words that the document's second reader, or whoever read their drawing, reads
    /// differently; none without one.
    ///
    /// What was read from a picture is left out: a second reader of the file has no word on it.
    #[must_use]
    pub fn disagreements(&self, document: &Document) -> Vec<Disagreement> {
        let mut found = self.misdrawn(document);
        if let Some(second) = document.second_reading() {
            let segments = self.segments.iter();
            let words = segments
                .flat_map(|segment| words(document, *segment))
                .filter(|word| !document.flags_in(*word).contains(&CharacterFlag::Ocr));
            found.extend(words.filter_map(|word| disagreement(document, second, word)));
        }
        found
    }
}

/// The stretches of a span without white space.
fn words(document: &Document, span: ByteSpan) -> Vec<ByteSpan> {
    let mut words = Vec::new();
    let mut open: Option<usize> = None;
    let text = document.slice(span).unwrap_or_default();
    let place = |at: usize| span.start.0.saturating_add(at);
    for (at, each) in text.char_indices() {
        match (open, each.is_whitespace()) {
            (None, false) => open = Some(at),
            (Some(start), true) => {
                words.push(ByteSpan::new(place(start), place(at)));
                open = None;
            }
            _ => {}
        }
    }
    words.extend(open.map(|start| ByteSpan::new(place(start), place(text.len()))));
    words
}

fn disagreement(
    document: &Document,
    second: &SecondReading,
    word: ByteSpan,
) -> Option<Disagreement> {
    let ours = document.slice(word)?;
    if letters(ours).is_empty() {
        return None;
    }
    let page = document.page_of(word.start);
    let differs = |theirs| {
        Some(Disagreement {
            page,
            reader: second.reader.clone(),
            ours: ours.to_owned(),
            theirs,
        })
    };
    let chars = match second.page(page) {
        Ok(chars) => chars,
        Err(why) => return differs(Err(why)),
    };
    let placed = placed(document, word);
    let area = placed.iter().map(|(_, area)| *area).reduce(Area::union);
    let Some(area) = area else {
        return differs(Err("the word has no place on the page".to_owned()));
    };
    let there: Vec<SecondChar> = chars
        .iter()
        .filter(|each| area.x0 <= each.x && each.x <= area.x1)
        .filter(|each| area.y0 <= each.y && each.y <= area.y1)
        .copied()
        .collect();
    let theirs: String = there.iter().map(|each| each.char).collect();
    if letters(&theirs) == letters(ours) || in_order_of_place(&placed, &there, area) {
        return None;
    }
    differs(Ok(theirs))
}

/// The characters of a word with their boxes.
fn placed(document: &Document, word: ByteSpan) -> Vec<(char, Area)> {
    let text = document.slice(word).unwrap_or_default();
    text.char_indices()
        .filter_map(|(at, each)| {
            let byte = ByteOffset(word.start.0.saturating_add(at));
            Some((each, document.box_at(byte)?))
        })
        .collect()
}

/// Whether both say the same from left to right, or from top to bottom where the word is upright.
fn in_order_of_place(ours: &[(char, Area)], theirs: &[SecondChar], area: Area) -> bool {
    let upright = area.y1 - area.y0 > 2.0 * (area.x1 - area.x0);
    let key = |x: f32, y: f32| if upright { -y } else { x };
    let mut ours: Vec<(f32, char)> = ours
        .iter()
        .map(|(each, area)| {
            let middle = ((area.x0 + area.x1) / 2.0, (area.y0 + area.y1) / 2.0);
            (key(middle.0, middle.1), *each)
        })
        .collect();
    let mut theirs: Vec<(f32, char)> = theirs
        .iter()
        .map(|each| (key(each.x, each.y), each.char))
        .collect();
    let said = |side: &mut Vec<(f32, char)>| {
        side.sort_by(|a, b| a.0.total_cmp(&b.0));
        letters(&side.iter().map(|(_, each)| *each).collect::<String>())
    };
    said(&mut ours) == said(&mut theirs)
}

/// A text's letters and digits under the folds.
fn letters(text: &str) -> String {
    let key = text_key(text);
    let key = String::from_utf8_lossy(&key);
    key.chars().filter(|each| each.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use groundstop_document::DocumentBuilder;

    use super::*;
    use crate::{FoldedDocument, Hints, locate_all};

    /// A page with ten points for each character of its one line.
    fn document(text: &str) -> Document {
        let mut builder = DocumentBuilder::new("test/1");
        builder.page(text);
        for ((at, each), x) in text.char_indices().zip(0u16..) {
            let x0 = f32::from(x) * 10.0;
            if !each.is_whitespace() {
                let (x1, y0, y1) = (x0 + 10.0, 0.0, 10.0);
                builder.char_box(ByteOffset(at), Area { x0, y0, x1, y1 });
            }
        }
        builder.finish(b"")
    }

    fn second(text: &str) -> SecondReading {
        let chars = text.chars().zip(0u16..);
        let page = chars
            .filter(|(char, _)| !char.is_whitespace())
            .map(|(char, x)| SecondChar {
                char,
                x: f32::from(x) * 10.0 + 5.0,
                y: 5.0,
            });
        SecondReading {
            reader: "other/1".to_owned(),
            pages: Ok(vec![page.collect()]),
        }
    }

    fn disagreements(ours: &str, second: SecondReading, quote: &str) -> Vec<Disagreement> {
        let document = document(ours).with_second_reading(second);
        let folded = FoldedDocument::new(&document);
        let hints = Hints {
            quote,
            ..Hints::default()
        };
        let located = locate_all(&folded, &[hints]).remove(0).unwrap();
        located.disagreements(&document)
    }

    #[test]
    fn the_same_letters_agree_whatever_stands_between_them() {
        let ours = "pays USD 5,000 \u{fb01}rst";
        for theirs in [
            ours,
            "pays USD 5;000 \u{fb01}rst",
            "pays.USD 5,000-\u{fb01}rst",
        ] {
            assert_eq!(disagreements(ours, second(theirs), ours), [], "{theirs}");
        }
    }

    #[test]
    fn another_digit_is_told_with_both_readings() {
        let ours = "pays USD 5,000 now";
        let found = disagreements(ours, second("pays USD 8,000 now"), "USD 5,000");
        let told = Disagreement {
            page: 1,
            reader: "other/1".to_owned(),
            ours: "5,000".to_owned(),
            theirs: Ok("8,000".to_owned()),
        };
        assert_eq!(found, [told]);
        // The same figures elsewhere on the page are no excuse.
        let found = disagreements(ours, second("pays USD 8,000 now 5,000"), "USD 5,000");
        assert_eq!(found.len(), 1);
        // Outside the quote nothing is compared.
        assert_eq!(
            disagreements(ours, second("pays USD 5,000 not"), "USD 5,000"),
            []
        );
    }

    #[test]
    fn figures_the_other_way_round_differ() {
        let found = disagreements("due 12 May", second("due 21 May"), "due 12 May");
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn the_order_of_a_second_reading_does_not_count() {
        let mut turned = second("due 12 May");
        if let Ok(pages) = &mut turned.pages {
            pages[0].reverse();
        }
        assert_eq!(disagreements("due 12 May", turned, "due 12 May"), []);
    }

    #[test]
    fn a_reading_that_failed_agrees_with_nothing() {
        let failed = SecondReading {
            reader: "other/1".to_owned(),
            pages: Err("it is damaged".to_owned()),
        };
        let found = disagreements("due May", failed, "due May");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].theirs, Err("it is damaged".to_owned()));
        let short = SecondReading {
            reader: "other/1".to_owned(),
            pages: Ok(Vec::new()),
        };
        assert_eq!(disagreements("due May", short, "due May").len(), 2);
    }

    #[test]
    fn a_document_read_once_has_no_disagreements() {
        let document = document("due May");
        let folded = FoldedDocument::new(&document);
        let hints = Hints {
            quote: "due May",
            ..Hints::default()
        };
        let located = locate_all(&folded, &[hints]).remove(0).unwrap();
        assert_eq!(located.disagreements(&document), []);
    }
}
