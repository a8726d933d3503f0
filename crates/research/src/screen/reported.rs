//! Writing about attacks. A sentence that reports one in the third person, and
//! says so before it quotes, is not itself one. Quotation marks alone do nothing:
//! for what stands in a quoted string or a block of code they only mean that the
//! words which introduce it belong to its sentence.
//!
//! An order is an imperative, or tells whoever reads what they must do. Where somebody
//! else is the subject of its verb (`attackers try to bypass safeguards`, `we teach a model
//! to ignore instructions`), nobody is ordered anything.

use std::ops::Range;

use groundstop_language::pattern::constant;
use groundstop_language::{has, patterns};

/// How far back a sentence is followed, and the words that introduce a quoted one.
const SENTENCE_BYTES: usize = 400;
const QUOTED_BYTES: usize = 700;

patterns! {
    /// Who attacks, or what an attack is called.
    ATTACK = constant(r"(?i)(?:\b|_)(?:attacks?|attackers?|adversar(?:y|ies|ial)|injec\w+|malicious|jailbreak(?:s|ing|s?-\w+)?|payloads?|exploits?|hackers?|red.?team(?:s|ers?|ing)?|phish(?:ing|ers?)|manipulat(?:e|es|ed|ing|ion)|harmful|probes?|detect(?:s|ed|or|ors|ion)|vulnerab(?:le|ility|ilities)|leak(?:s|ed|age)|extract(?:ion|s)?)(?:\b|_)");
    /// That something is told, not ordered.
    TOLD = constant(r"(?i)\b(?:such as|e\.g\.|i\.e\.|for example|for instance|examples?|like|says?|said|saying|tells?|telling|told|instruct(?:s|ed|ing)|asks?|asked|asking|contain(?:s|ed|ing)?|includ(?:e|es|ed|ing)|tr(?:y|ies|ied|ying) to|attempt(?:s|ed|ing)?|reads?|writ(?:e|es|ten|ing)|wrote|caus(?:e|es|ed|ing)|mak(?:e|es|ing)|embed(?:s|ded|ding)?|hid(?:e|es|den|ing)?|us(?:e|es|ed|ing)|phrases?|strings?|might|may|can|could|would|appends?|typ(?:e|es|ical)|called|known as|when|where|which|that|to (?:see|check|test|detect|identify|find))\b");
    /// A name in code or a quoted key that calls what follows an attack.
    LABEL = constant(r"(?i)[\x60\x22'_][\w-]*(?:malicious|attack|payload|injec|jailbreak|adversarial)\w*[\x60\x22']{1,2}\s{0,2}[:=]\W{0,6}$");
    /// Somebody else who says it, and that he says it.
    SOMEBODY = constant(r"(?i)\b(?:students?|users?|applicants?|candidates?|researchers?|people|someone|somebody|he|she|they|authors?|defendants?|recruiters?|teams?|journalists?|engineers?|employees?|customers?)\b.{0,60}\b(?:typed?|types|wrote|writes?|posted|entered|enters?|said|says|told|tells|asked|asks|hid|hides?|inserted|inserts?|added|adds?|tried|submitted|pasted)\b");
    /// The words a reported text is joined to its sentence by.
    JOINED = constant(r"(?i)(?:\b(?:such as|like|e\.g\.|i\.e\.|for example|for instance|examples?|says?|said|saying|reads?|reading|contain(?:s|ed|ing)?|includ(?:e|es|ed|ing)|phrases?|strings?|lines?|called|known as|words?|sentences?|texts?|messages?|instructions?|prompts?|or|and|to|that|with|of|typed|types?|wrote|writes?|writing|inserting|injecting|using|uses?|used|tr(?:y|ies|ied|ying))\b[\s,;:(\[]*|[:=(\[|>]\s*)[\x22'\x60*_\u{201c}\u{2018}\u{ab}\s]*$");
    /// Somebody who attacks does it, or tries to, or has it done, up to the verb itself.
    ATTACKER_DOES = constant(r"(?i)\b(?:attack(?:s|ers?)?|adversar(?:y|ies)|injections?|jailbreak(?:s|ers?)?|payloads?|exploits?|hackers?|red.?team(?:s|ers?)?|malicious \w+|(?:injected|hidden|adversarial|poisoned|crafted|embedded|untrusted|hostile) \w+)\b[^.,!?;:\n]{0,90}?\b(?:to|can|may|might|could|would|will|by|of|often|then|also|simply|directly|which|that)\s+(?:\w+ly\s+|not\s+)?$");
    /// Somebody else tries to, or brings something about, up to the verb itself.
    OTHERS_DO = constant(r"(?i)\b(?:tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?|teach(?:es|ing)?|taught|train(?:s|ed|ing)?|caus(?:e|es|ed|ing)|trick(?:s|ed|ing)?|persuad(?:e|es|ed|ing)|convinc(?:e|es|ed|ing)|fool(?:s|ed|ing)?|lead(?:s|ing)?|led|push(?:es|ed|ing)?|get(?:s|ting)?|coax(?:es|ed|ing)?|manipulat(?:e|es|ed|ing)|learn(?:s|ed|t|ing)?|tend(?:s|ed)?|used|designed|meant|intended|aim(?:s|ed|ing)?|refus(?:e|es|ed|ing)|fail(?:s|ed|ing)?|ways?|how|able|likely|unwilling|willing|ability|request(?:s|ed)?|allow(?:s|ed|ing)?|enabl(?:e|es|ed|ing))\b[^.,!?;:\n]{0,50}?\bto\s+(?:\w+ly\s+|not\s+)?$");
    /// Who wants it done speaks for themselves.
    WANTED = constant(r"(?i)\b(?:i|we)(?:['\u{2019}]\w+)? (?:\w+ )?(?:want|need|order|command|instruct|ask|urge|require|expect|would like)\b|\byou (?:\w+ )?to\s+$|\b(?:must|should|shall|ha(?:ve|s)|need(?:s|ed)?|required|ordered|obliged|supposed|expected|asked|told|instructed|are|is) (?:to )?$");
    /// An infinitive that says what something else is done for.
    PURPOSE = constant(r"(?i)^to (?:ignore|disregard|forget|bypass|override|disable|circumvent|evade|turn off|switch off|deactivate|reveal|print|execute|run)\b");
    /// A word that denies, or that turns to the reader.
    DENIES = constant(r"(?i)\b(?:not|no|never|nobody|isn.?t|wasn.?t|don.?t|hello)\b|\b(?:ai|assistants?|models?|you),? (?:must|should|shall|have to|need to)\b");
}

/// Whether the sentence of a hit reports it.
pub(super) fn reports(text: &str, hit: &Range<usize>) -> bool {
    let in_quotes = quoted(text, hit.start);
    let before = match in_quotes {
        true => tail(text, hit.start, QUOTED_BYTES),
        false => lead(text, hit.start),
    };
    let own = last_sentence(before);
    let told = ATTACK.is_match(before) && TOLD.is_match(before);
    let told_by_somebody = in_quotes && SOMEBODY.is_match(own);
    if LABEL.is_match(before) || third_person(text, hit) {
        return true;
    }
    let joined = in_quotes || (JOINED.is_match(before) && !bare_colon(before));
    (told || told_by_somebody)
        && joined
        && !DENIES.is_match(own)
        && !addresses(before)
        && !addresses(after(text, hit.end))
}

/// Whether the verb of a hit has somebody else for its subject.
fn third_person(text: &str, hit: &Range<usize>) -> bool {
    // A match may begin with the word before its verb.
    const LEADING: &[&str] = &["to ", "can ", "will ", "and ", "then "];
    let found = text.get(hit.clone()).unwrap_or_default();
    let low = found.to_ascii_lowercase();
    let leading = LEADING.iter().find(|word| low.starts_with(**word));
    let at = hit
        .start
        .saturating_add(leading.map_or(0, |word| word.len()));
    let clause = lead(text, at);
    // To bypass the filter, the group …: a purpose, and no imperative.
    if clause.trim().eq_ignore_ascii_case("to") && PURPOSE.is_match(found) {
        return true;
    }
    // Developers can turn it off: whoever can or will is somebody else.
    if leading.is_some_and(|word| matches!(*word, "can " | "will ")) {
        let before = lead(text, hit.start);
        let subject = before.split_whitespace().next_back().unwrap_or_default();
        const READERS: &[&str] = &[
            "you",
            "ai",
            "assistant",
            "assistants",
            "model",
            "models",
            "bot",
        ];
        return !subject.is_empty() && !has(READERS, &subject.to_lowercase());
    }
    (ATTACKER_DOES.is_match(clause) || OTHERS_DO.is_match(clause))
        && !WANTED.is_match(clause)
        && !addresses(clause)
        && !addresses(after(text, hit.end))
}

/// The end of a text from its last sentence on.
fn last_sentence(text: &str) -> &str {
    let ends = text.rmatch_indices(['.', '!', '?', '\n']).find(|(at, _)| {
        let rest = text.get(at.saturating_add(1)..).unwrap_or_default();
        rest.starts_with(char::is_whitespace) && rest.len() > 12 && !is_short(text, *at)
    });
    ends.and_then(|(at, _)| text.get(at.saturating_add(1)..))
        .unwrap_or(text)
}

/// Whether a colon alone introduces what follows, without any quotation mark.
fn bare_colon(before: &str) -> bool {
    before.trim_end().ends_with(':')
}

/// The rest of the sentence after a hit.
fn after(text: &str, end: usize) -> &str {
    let rest = text.get(end..).unwrap_or_default();
    let stop = rest
        .char_indices()
        .take(200)
        .find(|(_, c)| matches!(c, '\n' | '!' | '?'))
        .map_or_else(|| rest.len().min(200), |(at, _)| at);
    rest.get(..stop).unwrap_or_default()
}

/// The last bytes before a place.
fn tail(text: &str, at: usize, bytes: usize) -> &str {
    let mut start = at.saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start = start.saturating_add(1);
    }
    text.get(start..at).unwrap_or_default()
}

/// Whether a place lies in a quoted string of its line, or in a block of code.
fn quoted(text: &str, at: usize) -> bool {
    let before = tail(text, at, QUOTED_BYTES);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let open = |mark: char| line.matches(mark).count() % 2 == 1;
    open('"') || open('`') || before.matches("```").count() % 2 == 1
}

/// What stands before the hit in its own sentence.
fn lead(text: &str, at: usize) -> &str {
    let before = tail(text, at, SENTENCE_BYTES);
    let end_of_last = before
        .char_indices()
        .rev()
        .find(|(index, c)| {
            let next = before
                .get(index.saturating_add(c.len_utf8())..)
                .and_then(|rest| rest.chars().next());
            match c {
                '\n' | '\r' => true,
                '.' | '!' | '?' => {
                    next.is_some_and(char::is_whitespace) && !is_short(before, *index)
                }
                _ => false,
            }
        })
        .map_or(0, |(index, c)| index.saturating_add(c.len_utf8()));
    before.get(end_of_last..).unwrap_or_default()
}

/// Whether the stop belongs to an abbreviation.
fn is_short(text: &str, stop: usize) -> bool {
    let word = text.get(..stop).unwrap_or_default();
    ["e.g", "i.e", "etc", "cf", "vs"]
        .iter()
        .any(|short| word.ends_with(short))
}

/// A sentence that turns to its reader reports nothing.
fn addresses(before: &str) -> bool {
    let low = before.to_ascii_lowercase();
    [
        "you must",
        "you should",
        "you are now",
        "you have to",
        "please ",
        "now,",
        "really do that",
    ]
    .iter()
    .any(|turn| low.contains(turn))
}
