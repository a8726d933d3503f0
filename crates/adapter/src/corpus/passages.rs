//! Cuts a document into passages: a paragraph or a few sentences each, never
//! across a page.

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, Document};

/// A passage ends with its paragraph once it has this many words.
const PARAGRAPH_WORDS: usize = 60;
/// It ends with its sentence or line once it has this many.
const WINDOW_WORDS: usize = 120;
/// A sentence with more is cut between words.
const SENTENCE_WORDS_MAX: usize = 160;

/// How much of a document is its beginning.
const OPENING_BYTES: usize = 1_000;

/// A span of a document that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) span: ByteSpan,
    /// What of it a reader sees.
    pub(super) text: String,
}

/// The passages of a document, in order.
pub(super) fn passages(document: &Document) -> Vec<Passage> {
    let unseen = unseen(document);
    document
        .pages()
        .iter()
        .flat_map(|page| windows(document, page.span))
        .filter_map(|span| {
            let text = seen_text(document, span, &unseen);
            let says_something = text.chars().any(char::is_alphanumeric);
            says_something.then_some(Passage { span, text })
        })
        .collect()
}

/// What says what a document is about, wherever in it one looks: its name and how
/// it begins.
pub(super) fn about(name: &str, document: &Document) -> String {
    let end = document.text().floor_char_boundary(OPENING_BYTES);
    let opening = seen_text(document, ByteSpan::new(0, end), &unseen(document));
    format!("{name} {opening}")
}

/// Hidden text and page furniture, in order.
fn unseen(document: &Document) -> Vec<ByteSpan> {
    let hidden = document
        .flagged()
        .iter()
        .filter(|flagged| flagged.flag == CharacterFlag::Hidden)
        .map(|flagged| flagged.span);
    let mut unseen: Vec<_> = hidden.chain(document.furniture().iter().copied()).collect();
    unseen.sort_unstable();
    unseen
}

fn seen_text(document: &Document, span: ByteSpan, unseen: &[ByteSpan]) -> String {
    let mut text = String::with_capacity(span.len());
    let mut at = span.start.0;
    for gap in unseen.iter().filter(|gap| gap.overlaps(span)) {
        let until = gap.start.0.max(at);
        text.push_str(document.text().get(at..until).unwrap_or_default());
        text.push(' ');
        at = gap.end.0.max(at);
    }
    text.push_str(document.text().get(at..span.end.0).unwrap_or_default());
    text
}

/// Cuts a page.
fn windows(document: &Document, page: ByteSpan) -> Vec<ByteSpan> {
    let mut cutter = Cutter {
        document,
        spans: Vec::new(),
        start: page.start.0,
        end: page.start.0,
        words: 0,
    };
    let mut line_start = page.start.0;
    let text = document.slice(page).unwrap_or_default();
    for line in text.split_inclusive(['\n', '\u{c}']) {
        if line.trim().is_empty() {
            cutter.close_from(PARAGRAPH_WORDS);
        } else {
            sentences(line).for_each(|(from, to)| cutter.take(line_start + from, line_start + to));
        }
        line_start += line.len();
    }
    cutter.close_from(1);
    cutter.spans
}

struct Cutter<'a> {
    document: &'a Document,
    spans: Vec<ByteSpan>,
    start: usize,
    end: usize,
    words: usize,
}

impl Cutter<'_> {
    /// Adds a sentence, or as much of one as stands on a line.
    fn take(&mut self, start: usize, end: usize) {
        let text = self.document.text().get(start..end).unwrap_or_default();
        let words = text.split_whitespace().count();
        if self.words + words > SENTENCE_WORDS_MAX {
            self.close_from(1);
        }
        if words > SENTENCE_WORDS_MAX {
            self.take_pieces(start, text);
            return;
        }
        self.add(start, end, words);
    }

    fn take_pieces(&mut self, start: usize, text: &str) {
        let mut from = 0;
        while let Some(length) = length_of_words(text.get(from..).unwrap_or_default()) {
            let rest = text.get(from..from + length).unwrap_or_default();
            let words = rest.split_whitespace().count();
            self.add(start + from, start + from + length, words);
            from += length;
        }
    }

    fn add(&mut self, start: usize, end: usize, words: usize) {
        if self.words == 0 {
            self.start = start;
        }
        self.end = end;
        self.words += words;
        self.close_from(WINDOW_WORDS);
    }

    /// Ends the passage, where it has so many words.
    fn close_from(&mut self, words: usize) {
        if self.words < words {
            return;
        }
        let text = self.document.text().get(self.start..self.end);
        let text = text.unwrap_or_default();
        let start = self.start + (text.len() - text.trim_start().len());
        let end = start + text.trim().len();
        self.spans.push(ByteSpan::new(start, end));
        self.words = 0;
    }
}

/// How long the first words of a text are, the blanks after them included; none
/// where nothing is left.
fn length_of_words(text: &str) -> Option<usize> {
    if text.trim().is_empty() {
        return None;
    }
    let mut words = 0;
    let mut in_word = false;
    for (at, each) in text.char_indices() {
        match (each.is_whitespace(), in_word) {
            (false, false) if words == WINDOW_WORDS => return Some(at),
            (false, false) => (words, in_word) = (words + 1, true),
            (true, true) => in_word = false,
            _ => {}
        }
    }
    Some(text.len())
}

/// The sentences of a line: they end after a mark that a blank follows.
fn sentences(line: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut ends = Vec::new();
    let mut after_mark = false;
    for (at, each) in line.char_indices() {
        if after_mark && each.is_whitespace() {
            ends.push(at);
        }
        after_mark = match each {
            '.' | '!' | '?' | '。' | '！' | '？' => true,
            '"' | '\'' | ')' | ']' | '”' | '’' | '»' => after_mark,
            _ => false,
        };
    }
    ends.push(line.len());
    let mut start = 0;
    ends.into_iter().map(move |end| {
        let sentence = (start, end);
        start = end;
        sentence
    })
}

#[cfg(test)]
mod tests {
    use groundstop_document::DocumentBuilder;
    use proptest::prelude::*;

    use super::*;

    fn document(pages: &[&str]) -> Document {
        let mut builder = DocumentBuilder::new("test 1");
        for page in pages {
            builder.page(page);
        }
        builder.finish(pages.concat().as_bytes())
    }

    fn texts(document: &Document) -> Vec<String> {
        let all = passages(document);
        all.into_iter().map(|passage| passage.text).collect()
    }

    #[test]
    fn short_paragraphs_stay_together_and_long_ones_end_at_sentences() {
        let short = document(&["One thing.\n\nAnother thing.\n"]);
        assert_eq!(texts(&short), ["One thing.\n\nAnother thing."]);
        let sentence = "word ".repeat(49) + "end. ";
        let long = document(&[&sentence.repeat(6)]);
        let found = texts(&long);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|text| text.ends_with("end.")));
        assert!(found.iter().all(|text| text.split(' ').count() == 150));
    }

    #[test]
    fn a_paragraph_of_some_length_ends_a_passage() {
        let paragraph = "word ".repeat(70) + "\n\n";
        assert_eq!(texts(&document(&[&paragraph.repeat(3)])).len(), 3);
    }

    #[test]
    fn a_sentence_without_end_is_cut_between_words() {
        let found = texts(&document(&[&"word ".repeat(500)]));
        let words: Vec<_> = found.iter().map(|text| text.split(' ').count()).collect();
        assert_eq!(words, [120, 120, 120, 120, 20]);
    }

    #[test]
    fn hidden_text_and_furniture_cannot_be_found() {
        let mut builder = DocumentBuilder::new("test 1");
        builder.page("Page 1 of 9\nSeen. Unseen words here. Seen again.\n");
        builder.furniture(ByteSpan::new(0, 11));
        builder.flag(ByteSpan::new(18, 36), CharacterFlag::Hidden);
        builder.page("entirely hidden");
        builder.flag(ByteSpan::new(49, 64), CharacterFlag::Hidden);
        let found = texts(&builder.finish(b""));
        let [only] = found.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!(
            only.split_whitespace().collect::<Vec<_>>(),
            ["Seen.", "Seen", "again."]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn passages_are_in_order_on_one_page_and_lose_no_word(
            pages in proptest::collection::vec("([a-zé]{1,6}[.!?]?[ \n]{1,2}){0,300}", 1..4)
        ) {
            let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
            let document = document(&pages);
            let found = passages(&document);
            let mut at = 0;
            for passage in &found {
                prop_assert!(passage.span.start.0 >= at);
                at = passage.span.end.0;
                let text = document.slice(passage.span).unwrap();
                prop_assert!(text.split_whitespace().count() <= SENTENCE_WORDS_MAX);
                let last = groundstop_document::ByteOffset(at - 1);
                prop_assert_eq!(document.page_of(passage.span.start), document.page_of(last));
            }
            let words = |text: &str| text.split_whitespace().count();
            let kept: usize = found.iter().map(|passage| words(&passage.text)).sum();
            prop_assert_eq!(kept, pages.iter().map(|page| words(page)).sum::<usize>());
        }
    }
}
