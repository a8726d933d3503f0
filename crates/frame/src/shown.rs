//! Headings, captions and labels under which things are only shown, drafted or claimed.

use std::ops::Range;

use groundstop_contract::RejectCode;

use crate::lexicon::{Class, LEXICON, Mark};
use crate::token::{Shape, Token, tokens};

/// "Clauses rejected by the Author" above "5. The royalty is …": a line without a verb that says what
/// becomes of what follows it.
pub(crate) fn is_caption(text: &str, line: &str, place: &Range<usize>, heads: bool) -> bool {
    const CAPTION_MAX_WORDS: usize = 14;
    let closed = line.ends_with(['.', ',', ';', ':', '?']);
    if !heads || closed || !line.starts_with(char::is_uppercase) {
        return false;
    }
    let words = tokens(text, place.clone(), &(0..0));
    let spoken = LEXICON
        .marks(&words)
        .iter()
        .any(|mark| mark.class == Class::Finite);
    let few = words.iter().filter(|word| word.is_word()).count() <= CAPTION_MAX_WORDS;
    let figures = words.iter().any(|word| word.shape == Shape::Number);
    let told = || shown(text, place).is_some() || LEXICON.marks(&words).iter().any(discards);
    !spoken && few && !figures && told()
}

/// Whether words take back what stands under them.
pub(crate) fn discards(mark: &Mark) -> bool {
    matches!(
        mark.class,
        Class::Denies | Class::Deleted | Class::False | Class::Disputed | Class::Proposed
    )
}

/// Whether a loud line speaks of samples or of what was repealed, and so heads what follows.
pub(crate) fn words_shown(line: &str) -> bool {
    const HEADS: &[&str] = &[
        "specimen",
        "sample",
        "repealed",
        "superseded",
        "deleted",
        "example",
        "illustration",
        "template",
        "draft",
        "obsolete",
        "model",
    ];
    let lower = line.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| HEADS.contains(&word))
}

/// Words of a heading under which things are only shown.
const SHOWN: &[&str] = &[
    "example",
    "examples",
    "illustration",
    "illustrations",
    "illustrative",
    "sample",
    "specimen",
    "template",
    "mock",
    "hypothetical",
    "scenario",
    "precedent",
    "exercise",
    "comparison",
    "questionnaire",
];

/// Why what stands under a heading is only shown, where it says so.
pub(crate) fn shown(text: &str, place: &Range<usize>) -> Option<RejectCode> {
    let words = tokens(text, place.clone(), &(0..0));
    let form = words
        .windows(2)
        .any(|pair| matches!(pair, [one, two] if one.is("form") && two.is("of")))
        && words.first().is_some_and(|word| {
            word.is_any(&["exhibit", "annex", "appendix", "schedule", "attachment"])
        });
    if form || words.iter().any(|word| word.is_any(SHOWN)) {
        return Some(RejectCode::Example);
    }
    if words
        .iter()
        .any(|word| word.is_any(&["superseded", "repealed", "deleted"]))
    {
        return Some(RejectCode::Superseded);
    }
    // "Terms not yet accepted", "Flood: NOT TAKEN"; "No assignment" is only a subject.
    let open = words.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is("not") && (two.is_any(&["yet", "taken", "chosen"]) || two.word.ends_with("ed"))
        }
        _ => false,
    });
    // "Position of the Branch": what one side says.
    let sided = words.first().is_some_and(|word| {
        word.is_any(&[
            "position",
            "submission",
            "submissions",
            "arguments",
            "demands",
        ])
    }) && words.get(1).is_some_and(|word| word.is("of"));
    if sided {
        return Some(RejectCode::Reported);
    }
    let drafted = words
        .iter()
        .any(|word| word.is_any(&["draft", "drafts", "proposal", "proposals"]));
    if drafted || open {
        return Some(RejectCode::Proposed);
    }
    // "Proposed clause, subject to review": a wording that nobody has agreed to yet.
    let offered = words.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is_any(&["proposed", "suggested"])
                && two.is_any(&[
                    "clause",
                    "language",
                    "provision",
                    "text",
                    "wording",
                    "words",
                ])
        }
        _ => false,
    });
    if offered {
        return Some(RejectCode::Proposed);
    }
    if is_choice(&words) {
        return Some(RejectCode::Conditional);
    }
    // "Copy of a third party's contract, attached for information only".
    let copied = words.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is("copy") && two.is("of")
                || one.is("for") && two.is_any(&["information", "reference", "comparison"])
                || one.is_any(&["another", "unrelated"]) && two.is_word()
        }
        _ => false,
    });
    if copied {
        return Some(RejectCode::OtherDocument);
    }
    doubted(&words)
}

/// "ALTERNATIVE B", "OPTION 2 (only where Option 1 is struck out)": what stands under it holds in a case.
fn is_choice(words: &[Token]) -> bool {
    let lettered = words
        .get(1)
        .is_some_and(|word| word.shape == Shape::Number || word.word.chars().count() == 1);
    let choice = words
        .first()
        .is_some_and(|word| word.is_any(&["alternative", "option", "variant"]));
    let open = words.iter().position(|word| word.is("("));
    let case = open.is_some_and(|open| {
        words
            .iter()
            .skip(open)
            .any(|word| word.is_any(&["if", "where", "unless", "when"]))
    });
    choice && lettered || case
}

/// Whether a short sentence without a verb heads what follows as an example, a draft or a claim.
pub(crate) fn is_shown(words: &[Token]) -> bool {
    const HEAD_MAX_WORDS: usize = 8;
    let marks = LEXICON.marks(words);
    let spoken = marks
        .iter()
        .any(|mark| matches!(mark.class, Class::Finite | Class::Opens));
    let short = words.iter().filter(|word| word.is_word()).count() <= HEAD_MAX_WORDS;
    let example = words.iter().any(|word| word.is_any(SHOWN) && word.capital);
    short && !spoken && example
}

/// "Worked example": whether a label calls what follows it only shown.
pub(crate) fn is_shown_label(words: &[Token]) -> bool {
    const LABEL_MAX_WORDS: usize = 4;
    let spoken = LEXICON
        .marks(words)
        .iter()
        .any(|mark| matches!(mark.class, Class::Finite | Class::Opens));
    let capital = words.first().is_some_and(|word| word.capital);
    let short = words.iter().filter(|word| word.is_word()).count() <= LABEL_MAX_WORDS;
    capital && short && !spoken && words.iter().any(|word| word.is_any(SHOWN))
}

/// A heading that says that what follows is somebody's claim, wish or question, a form, or not in force.
fn doubted(words: &[Token]) -> Option<RejectCode> {
    let marks = LEXICON.marks(words);
    // "9. Claims" is a subject; "The alleged stipulation" says what becomes of it.
    let numbered = words
        .first()
        .is_some_and(|word| word.shape == Shape::Number);
    let below = words
        .iter()
        .any(|word| word.is_any(&["below", "following", "hereunder"]));
    let related = words
        .iter()
        .skip(1)
        .any(|word| word.is_any(&["which", "that", "who"]));
    // "Note for the data-entry team".
    let noted = words.first().is_some_and(|word| word.is("note"))
        && words.get(1).is_some_and(|word| word.is_any(&["for", "to"]));
    if noted {
        return Some(RejectCode::Instruction);
    }
    let is_no = |mark: &Mark| {
        let word = words.get(mark.start);
        word.is_some_and(|word| word.is_any(&["no", "not", "non", "without", "nor", "neither"]))
    };
    let says = |mark: &Mark| {
        let alone = words.iter().filter(|word| word.is_word()).count() < 2;
        let code = match mark.class {
            // "Statements which form no part of this Agreement", "Clauses rejected by the Author"; "No
            // assignment" is a subject.
            Class::Denies if below || related => RejectCode::Negated,
            Class::Denies if mark.start > 0 && !is_no(mark) => RejectCode::Negated,
            Class::Deleted => RejectCode::Superseded,
            Class::Order => RejectCode::Instruction,
            Class::False => RejectCode::Negated,
            Class::Reported | Class::Disputed => RejectCode::Reported,
            Class::Supposed => RejectCode::Supposed,
            Class::Example => RejectCode::Example,
            Class::Asked => RejectCode::Asked,
            // "Points under negotiation"; a lone word of the kind can be the subject: "Request".
            Class::Proposed
                if mark.end > mark.start.saturating_add(1)
                    && !words.get(mark.start).is_some_and(|word| {
                        word.is_any(&["offer", "request", "motion", "demand", "bid"])
                    }) =>
            {
                RejectCode::Proposed
            }
            _ => return None,
        };
        (!alone && !numbered).then_some(code)
    };
    marks.iter().find_map(says)
}
