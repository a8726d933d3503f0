//! What a date is of, told by the phrases around it: the day an instrument is
//! made, signed or takes effect, the head of a letter, a line under a title.

use std::ops::Range;

use super::finding::Finding;
use super::pattern::{holds, patterns};
use super::signs::{Feature, Name, sign};
use super::structure::instruments;

/// How far back a phrase that leads to a date is looked for.
const BACK_BYTES: usize = 260;

/// How far on the words after a date are looked at.
const ON_BYTES: usize = 420;

patterns! {
    /// "This Supply Agreement (…) is made and entered into as of".
    MADE = concat!(r#"(?i)(?:\b(?:this|these|the)\s+(?:[^.;\n]{0,120}?)|^|\n\s*|\s{2,})(?:"#, instruments!(), r#")\b[”"’']?[^.;]{0,140}?\b(?:made|entered|dated|executed|concluded|signed|effective|agreed)\b[^.;]{0,60}$"#);
    /// What every instrument that is made says of itself.
    MAKING = r"(?i)\b(?:made|entered|dated|executed|concluded|signed|effective|agreed)\b[^.;]{0,60}$";
    /// The last words before a date, where they tell for what it stands.
    ENTERED = r"(?i)\b(?:made|entered|entering|concluded|executed|signed)\b[^.;]{0,60}$";
    DATED = r"(?i)\bdated?(?:,? (?:as )?(?:of|on|this|the))*\s*:?\s*(?:the\s*|this\s*)?$";
    EFFECTIVE = r"(?i)\b(?:effective|effect|commenc[<l>]*|begin[<l>]*|start[<l>]*|in force)\b[^.;]{0,40}$";
    ENDS = r"(?i)\b(?:until|through|expir[<l>]*|terminat[<l>]*|end[<l>]*|no later than|on or before|by)\b[^.;]{0,40}$";
    SIGNED = r"(?i)\b(?:witness|signed|executed|accepted|agreed|acknowledged|undersigned|done)\b[^.;]{0,140}$";
    DATE_LABEL = r"(?i)(?:^|\s)date\s*:?[\s_]*$";
    SIGNATURE_NEAR = r"(?i)(?:/s/|\\s\\|\bby:|\bname:|\btitle:|\bits:|\bsignature|_{6,})";
    /// "between Acme, Inc. (…)" follows.
    BETWEEN_AFTER = r#"(?i)^[”"’',)\s]*(?:[(][^()]{0,80}[)],?\s*)?(?:is |and |which )?(?:is )?(?:made |entered into |executed )?(?:by |and |in [^,.;]{3,40} )*(?:between|among|amongst|by)\b"#;
    NAMED_EFFECTIVE = r#"(?i)^[,\s]*[(][^()]{0,40}[“"'‘](?:[<l>]+ ){0,2}?(?:effective|commencement|start) date"#;
    NAMED_AGREEMENT = r#"(?i)^[,\s]*[(][^()]{0,40}[“"'‘](?:[<l>]+ ){0,2}?(?:execution|signing|agreement|signature) date"#;
    LETTER_AFTER = r"(?i)^[^\n]{0,3}\n(?s:.){0,400}\b(?:dear|ladies|gentlem[ae]n|attention|attn|to whom|re:|via|c/o)\b|^(?s:.){0,400}\b(?:dear|ladies and gentlemen|gentlemen)\b|^\s*\n\s*(?:to|from)\s*:";
    /// The verbs that say what a date is to its instrument; the last before it counts.
    VERB = r"(?i)\b(?:made|entered|entering|concluded|executed|execute|signed|agreed|done|dated|effective|effect|commenc[<l>]*|begin[<l>]*|force)\b";
    /// "… have signed this Contract in Geneva on", "this Agreement is dated", "thus done and signed".
    SELF_SIGNED = concat!(r#"(?i)(?:\b(?:execute[ds]?|sign(?:ed|s)?|made|done|sealed)\b[^.;]{0,120}?\b(?:this|these|the foregoing) (?:[<l>&-]+ ){0,4}?(?:"#, instruments!(), r#")\b|\bthis (?:[<l>&-]+ ){0,4}?(?:"#, instruments!(), r#") (?:is|was|has been) (?:made|dated|signed|executed)\b|\b(?:thus )?done and (?:signed|executed)\b)[^.;]{0,110}$"#);
    /// A cover that ends with its date: "between Acme Ltd. and Beta Inc.", the date, and nothing more.
    PARTIES_BEFORE = r"(?i)\b(?:between|among|amongst|by and)\b(?s:.){3,200}$";
    PARAGRAPH_ENDS = r"^[\x20\t.)]*(?:\r?\n|$)";
    TITLE_BEFORE = concat!(r#"(?i)(?:"#, instruments!(), r#")[”"’'.]?\s*$"#);
    /// A date a printer or a filing put there.
    FILED = r"(?i)\b(?:source:|10-[kq]|8-k|s-1|f-1|form|filed|filing|printed|rev(?:ision|\.)?|version|page \d+)[^\n]{0,60}$";
    OTHER = r"(?i)\b(?:that certain|original|prior|previous|amended|existing|pursuant to|under|letter)\b[^.;]{0,120}$";
    ALREADY = r"(?i)\b(?:since|was|were|has|have|had|been)\b[^.;]{0,50}$";
}

/// Whether the words before a date say that this instrument is signed or dated on it.
pub(crate) fn is_signing(text: &str, value: &Range<usize>) -> bool {
    let low = text.ceil_char_boundary(value.start.saturating_sub(BACK_BYTES));
    let before = text.get(low..value.start).unwrap_or_default();
    Verbs::of(before).signing && holds(&SELF_SIGNED, before)
}

/// What a verb says that a date is to its instrument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Makes,
    Dates,
    TakesEffect,
}

impl Verb {
    fn of(word: &str) -> Verb {
        match word.as_bytes().first().map(u8::to_ascii_lowercase) {
            Some(b'd') if word.eq_ignore_ascii_case("dated") => Verb::Dates,
            Some(b'e') if word.len() > 5 && word.to_ascii_lowercase().starts_with("effect") => {
                Verb::TakesEffect
            }
            Some(b'c') if !word.eq_ignore_ascii_case("concluded") => Verb::TakesEffect,
            Some(b'b' | b'f') => Verb::TakesEffect,
            _ => Verb::Makes,
        }
    }
}

/// The verbs before a date.
struct Verbs {
    /// The last one of its sentence.
    last: Option<Verb>,
    /// Whether any of them can sign an instrument.
    signing: bool,
}

impl Verbs {
    fn of(before: &str) -> Verbs {
        let sentence = before
            .rfind([';', '\n'])
            .map_or(0, |at| at.saturating_add(1));
        let mut verbs = Verbs {
            last: None,
            signing: false,
        };
        for found in VERB.text().find_iter(before) {
            let verb = Verb::of(found.as_str());
            verbs.signing |= verb != Verb::TakesEffect;
            if found.start() >= sentence {
                verbs.last = Some(verb);
            }
        }
        verbs
    }
}

/// The signs of a date.
pub(crate) fn features(text: &str, value: &Range<usize>) -> Vec<Feature> {
    let low = text.ceil_char_boundary(value.start.saturating_sub(BACK_BYTES));
    let high = text.floor_char_boundary(value.end.saturating_add(ON_BYTES).min(text.len()));
    let before = text.get(low..value.start).unwrap_or_default();
    let after = text.get(value.end..high).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let entered = holds(&ENTERED, before);
    // Each of its verbs is one of those that make an instrument.
    let made = holds(&MAKING, before) && holds(&MADE, before);
    let takes_effect = holds(&EFFECTIVE, before);
    let named_effective = holds(&NAMED_EFFECTIVE, after);
    let between = holds(&BETWEEN_AFTER, after);
    let effective = (takes_effect && holds(&EFFECTIVE, line)) || named_effective;
    let ends = holds(&ENDS, line);
    let signed = holds(&SIGNED, before);
    let near = after.get(..after.floor_char_boundary(120.min(after.len())));
    let block =
        holds(&SIGNATURE_NEAR, before) || near.is_some_and(|near| holds(&SIGNATURE_NEAR, near));
    let label = holds(&DATE_LABEL, line) || holds(&DATED, line);
    let first = value.start < 600;
    let verbs = Verbs::of(before);
    let dates = verbs.last == Some(Verb::Dates);
    let makes = verbs.last == Some(Verb::Makes);
    let starts = verbs.last == Some(Verb::TakesEffect);
    let self_signed = verbs.signing && holds(&SELF_SIGNED, before);
    let ends_cover = holds(&PARAGRAPH_ENDS, after) && holds(&PARTIES_BEFORE, before);
    let signs: [(bool, Name); 29] = [
        (dates, sign!("its verb: dated")),
        (makes, sign!("its verb: made")),
        (starts, sign!("its verb: effective")),
        (made && dates, sign!("this instrument, dated")),
        (made && makes, sign!("this instrument, made")),
        (made && starts, sign!("this instrument, effective")),
        (ends_cover, sign!("under its parties")),
        (self_signed, sign!("this instrument is signed on it")),
        (made, sign!("the instrument is made on it")),
        (entered, sign!("entered into on it")),
        (holds(&DATED, before), sign!("dated")),
        (between, sign!("before its parties")),
        (made && between, sign!("made on it, before its parties")),
        (takes_effect, sign!("after a word for taking effect")),
        (effective, sign!("effective")),
        (effective && !made && !entered, sign!("effective, not made")),
        (named_effective, sign!("named the effective date")),
        (
            named_effective && made,
            sign!("made on it, named the effective date"),
        ),
        (
            holds(&NAMED_AGREEMENT, after),
            sign!("named the day of signing"),
        ),
        (ends, sign!("an end")),
        (signed, sign!("signed on it")),
        (block, sign!("in a block of signatures")),
        (block && label, sign!("labelled in a block of signatures")),
        (
            first && holds(&LETTER_AFTER, after),
            sign!("heads a letter"),
        ),
        (holds(&TITLE_BEFORE, before), sign!("under a title")),
        (holds(&FILED, line), sign!("put there by a filing")),
        (
            !made && holds(&OTHER, before),
            sign!("of another instrument"),
        ),
        (holds(&ALREADY, before), sign!("in the past")),
        (first, sign!("at the very start")),
    ];
    signs
        .into_iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, sign)| sign.into())
        .collect()
}

/// Adds what only the sight of all dates can tell: which of them first makes the instrument, and
/// what the others are beside it.
pub(crate) fn compare(found: &mut [&mut Finding]) {
    let first = found
        .iter()
        .filter(|one| is_making(one))
        .map(|one| (one.value.start, one.key.clone()))
        .min();
    let Some((start, key)) = first else {
        return;
    };
    for finding in found {
        finding.features.push(
            if finding.value.start == start {
                sign!("the first that makes this instrument")
            } else if finding.key == key {
                sign!("the day this instrument is made")
            } else {
                sign!("against the day this instrument is made")
            }
            .into(),
        );
    }
}

/// Whether an instrument says of itself that it is made or dated on it.
pub(crate) fn is_making(finding: &Finding) -> bool {
    has(finding, sign!("this instrument, made")) || has(finding, sign!("this instrument, dated"))
}

fn has(finding: &Finding, sign: Name) -> bool {
    finding.features.iter().any(|one| *one == sign)
}
