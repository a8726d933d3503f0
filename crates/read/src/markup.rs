//! The words of a piece of XML: what stands between its tags and in its attributes.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// The words, a line for each place they stand in. Damaged XML gives what
/// stands before the damage.
pub(crate) fn words(xml: &str) -> String {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    let mut words = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => attributes(&start, &mut words),
            Ok(Event::Text(text)) => add(&text.xml10_content(), &mut words),
            Ok(Event::CData(text)) => add(&text.xml10_content(), &mut words),
            Ok(Event::Eof) | Err(_) => return words,
            Ok(_) => {}
        }
    }
}

fn attributes(start: &BytesStart<'_>, words: &mut String) {
    for each in start.attributes().with_checks(false).flatten() {
        if each.key.as_ref().starts_with("xmlns") {
            continue;
        }
        let raw: &str = &each.value;
        add(&unescape(raw).unwrap_or(raw.into()), words);
    }
}

fn add(text: &str, words: &mut String) {
    let text = text.trim();
    if !text.is_empty() {
        words.push_str(text);
        words.push('\n');
    }
}
