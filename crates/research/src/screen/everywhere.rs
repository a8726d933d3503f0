//! The quick way and the plain way agree: in a text short enough to be one window,
//! the rules find what they find where each word is tried at each place, and each
//! rule that is called for looks at everything.

#![allow(clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::Index;

use super::Screen;
use super::view::View;

/// What any window around a trigger covers.
const WINDOW: usize = 200;

type Hits = BTreeSet<(String, usize, usize)>;

/// The texts written for the project, and the examples of the rules.
fn texts(screen: &Screen) -> Vec<String> {
    let written = [
        include_str!("../../../../conformance/screen/attacks.txt"),
        include_str!("../../../../conformance/screen/honest.txt"),
        include_str!("../../../../conformance/screen/rewordings.txt"),
        include_str!("../../../../conformance/screen/orders-unseen.txt"),
        include_str!("../../../../conformance/screen/honest-unseen.txt"),
        include_str!("../../../../conformance/screen/alone.toml"),
        include_str!("../../../../conformance/screen/languages.toml"),
    ];
    let lines = written.iter().flat_map(|file| file.lines());
    let examples = screen.rules().list().iter();
    let examples = examples.flat_map(|rule| [rule.hit.as_str(), rule.miss.as_str()]);
    lines.chain(examples).map(str::to_owned).collect()
}

fn hits(screen: &Screen, find: impl FnOnce(&mut dyn FnMut(usize, Range<usize>))) -> Hits {
    let mut hits = Hits::new();
    find(&mut |rule, span| {
        let id = screen.rules().get(rule).expect("a rule").id.clone();
        hits.insert((id, span.start, span.end));
    });
    hits
}

/// What is found by triggers, and what is found everywhere.
fn both(screen: &Screen, text: &str) -> (Hits, Hits) {
    let view = View::of(text);
    let quick = hits(screen, |tell| {
        let _ = screen.rules().find(view.text(), tell);
    });
    let slow = hits(screen, |tell| {
        screen.rules().find_everywhere(view.text(), tell)
    });
    (quick, slow)
}

fn short(text: &str) -> &str {
    let end = (0..=text.len().min(WINDOW)).rfind(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[test]
fn triggers_leave_nothing_out_of_the_written_texts() {
    let screen = Screen::published().expect("rules");
    let mut wrong = Vec::new();
    for text in texts(&screen) {
        let (quick, slow) = both(&screen, short(&text));
        if quick != slow {
            wrong.push(format!(
                "{text}\n  by triggers: {quick:?}\n  everywhere: {slow:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

thread_local! {
    static TEXTS: (Screen, Vec<String>) = {
        let screen = Screen::published().expect("rules");
        let texts = texts(&screen);
        (screen, texts)
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Words of several texts, one after the other.
    #[test]
    fn triggers_leave_nothing_out_of_mixed_texts(
        parts in prop::collection::vec((any::<Index>(), any::<Index>(), 1usize..9), 1..8),
    ) {
        TEXTS.with(|(screen, texts)| {
            let mut words: Vec<&str> = Vec::new();
            for (text, from, count) in &parts {
                let all: Vec<&str> = text.get(texts).split(' ').collect();
                words.extend(all.iter().skip(from.index(all.len())).take(*count));
            }
            let text = words.join(" ");
            let (quick, slow) = both(screen, short(&text));
            prop_assert_eq!(quick, slow, "{}", text);
            Ok(())
        })?;
    }
}
