//! Sentences whose words take a value back, and as many that only look like it.
//!
//! The sentences stand in `context.txt`, one a line.

use groundstop_contract::RejectCode;
use groundstop_value::Kind;
use groundstop_value::context::{sentence_around, withdrawn};

const SENTENCES: &str = include_str!("context.txt");

/// A sentence of the table: its expected code, kind, text and the value's bytes.
struct Line {
    expected: Option<RejectCode>,
    kind: Kind,
    text: String,
    start: usize,
    end: usize,
}

fn kind(name: &str) -> Kind {
    match name {
        "date" => Kind::Date {
            order: None,
            century: None,
        },
        "money" => Kind::Money {
            currency: None,
            format: None,
            stated: None,
        },
        "percent" => Kind::Percent {
            ratio: false,
            format: None,
        },
        "number" => Kind::Number { format: None },
        "duration" => Kind::Duration,
        "boolean" => Kind::plain_boolean(),
        "choice" => {
            Kind::plain_choice(["exclusive", "sole", "Delaware"].map(String::from).to_vec())
        }
        "text" => Kind::Text,
        _ => panic!("no kind `{name}`"),
    }
}

fn lines() -> Vec<Line> {
    let mut expected = None;
    let mut lines = Vec::new();
    for line in SENTENCES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(section) = line.strip_prefix("== ") {
            expected = RejectCode::ALL
                .iter()
                .copied()
                .find(|code| code.code() == section);
            assert!(expected.is_some() || section == "stands", "{section}");
            continue;
        }
        let (name, marked) = line.split_once(' ').unwrap();
        let marked = marked.trim_start().replace('¶', "\n\n").replace('⏎', "\n");
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let text = marked.replace(['«', '»'], "");
        lines.push(Line {
            expected,
            kind: kind(name),
            text,
            start,
            end,
        });
    }
    lines
}

#[test]
fn every_sentence_of_the_table_is_judged_as_it_says() {
    let mut wrong = String::new();
    for line in lines() {
        let found = withdrawn(&line.kind, &line.text, line.start..line.end);
        let code = found.as_ref().map(|withdrawal| withdrawal.code);
        if code != line.expected {
            let why = found.map_or("", |withdrawal| &line.text[withdrawal.because]);
            let expected = line.expected;
            wrong.push_str(&format!(
                "\n{}\n  {code:?} {why:?}, expected {expected:?}",
                line.text
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_code_of_this_room_has_its_sentences() {
    let table = lines();
    let count =
        |code: Option<RejectCode>| table.iter().filter(|line| line.expected == code).count();
    for code in RejectCode::ALL {
        let elsewhere = [
            RejectCode::ValueNotOfType,
            RejectCode::OtherField,
            RejectCode::WeakContext,
            // Told by the clauses of a sentence, in the room `frame`.
            RejectCode::Reported,
            RejectCode::Proposed,
            RejectCode::Supposed,
            RejectCode::Asked,
        ];
        assert!(
            elsewhere.contains(code) == (count(Some(*code)) == 0),
            "{code}"
        );
    }
    assert!(count(None) >= 150);
}

#[test]
fn a_span_outside_the_text_or_inside_a_character_is_harmless() {
    let text = "é – not $500";
    for start in 0..20 {
        for end in 0..20 {
            let _ = withdrawn(&kind("money"), text, start..end);
            let sentence = sentence_around(text, start..end);
            assert!(text.get(sentence).is_some());
        }
    }
}
