//! The text of a vendor's snippet, which may be marked up.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// The characters of a piece of markup, its tags left out and its entities resolved.
pub(crate) fn text_of(markup: &str) -> String {
    if !markup.contains(['<', '&']) {
        return markup.to_owned();
    }
    let tokenizer = Tokenizer::new(Text::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(markup));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// The first so many characters.
pub(crate) fn cut(text: &str, chars_max: usize) -> String {
    text.trim().chars().take(chars_max).collect()
}

#[derive(Debug, Default)]
struct Text(RefCell<String>);

impl TokenSink for Text {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::CharacterTokens(text) = token {
            self.0.borrow_mut().push_str(&text);
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_entities_become_what_they_stand_for() {
        for (markup, text) in [
            ("plain", "plain"),
            ("a <span class=\"searchmatch\">b</span>&amp;c", "a b&c"),
            ("ig<b></b>nore", "ignore"),
            ("1 &lt; 2 < 3", "1 < 2 < 3"),
            ("open <b", "open "),
            ("", ""),
        ] {
            assert_eq!(text_of(markup), text, "{markup}");
        }
    }

    #[test]
    fn a_cut_counts_characters() {
        assert_eq!(cut("  äöü ", 2), "äö");
    }
}
