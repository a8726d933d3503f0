//! Who an agreement is between: names in its opening, on its cover, over its signatures.
//!
//! A name is told by its capitals, by the legal form it ends in ("Inc.",
//! "GmbH"), and by what follows: a role in quotation marks, a description, a
//! further party.

use std::ops::Range;

use groundstop_value::context::sentence_around;

use super::context::Context;
use super::finding::Finding;
use super::jurisdiction::is_place;
use super::pattern::{Pattern, find_at, holds, patterns, shift};
use super::signs::{Feature, Name, sign};

/// A name's role is looked for in this many bytes after it.
const ROLE_REACH_BYTES: usize = 420;

/// The cover is looked at this far back from the opening.
const COVER_REACH_BYTES: usize = 2_500;

/// Without a list of parties, they are introduced in this many bytes.
const HEAD_BYTES: usize = 3_000;

/// A list of parties is set in no more paragraphs than this.
const PARAGRAPHS_MAX: usize = 14;

/// A role this close to its name is quoted with it.
const ROLE_QUOTE_BYTES: usize = 60;

/// Names of parties stand over signatures in this many bytes at the end.
const SIGNATURE_REACH_BYTES: usize = 9_000;

/// Words that a full stop shortens inside a name.
const ABBREVIATED: &[&str] = &[
    "Corp", "Bros", "Intl", "Messrs", "Prof", "Mrs", "Assn", "Assoc", "Natl", "Univ", "Dept",
    "Mfg", "Tech",
];

/// The part without a list of parties.
const IN_HEAD: Name = sign!("in the first paragraphs");

/// The part with the signatures.
const IN_SIGNATURES: Name = sign!("over a signature");

patterns! {
    /// A run of capitalised words, with the legal form it may end in.
    NAME = r"(?:(?:The|THE)<s>)?(?:[A-Z0-9][<l>.&'’/+!@¢®™-]*|[a-z]{1,3}[A-Z][<l>.]*|[a-z][<l>-]*\.(?:com|net|org|io))(?:,?<s>(?:[A-Z0-9&][<l>.&'’/+!@®™-]*|\([A-Z][<l>\x20.]{1,30}\)|[a-z]{1,3}[A-Z][<l>.]*|&)|<s>(?:of|for|de|la|du|di|von|van|der|del|the)<s>[A-Z][<l>.&'’/-]*|<s>(?:and|AND)<s>(?i:company|co|sons|associates|partners|brothers|loan|trust)\b\.?|<s>/<s>[A-Z][<l>.&'’/-]*){0,11}(?:,?<s>(?i:inc|incorporated|corporation|llc|l\.l\.c|ltd|limited|corp|l\.p|lp|plc|n\.a|s\.a)\b\.?)?";
    /// The legal forms and kinds of bodies a name can end in.
    FORM = r"(?i)(?:\b(?:inc|incorporated|corp|corporation|company|co|llc|l\.?l\.?c|ltd|limited|lp|l\.?p|llp|l\.?l\.?p|lllp|plc|p\.l\.c|n\.?a|n\.?v|b\.?v|s\.?a|s\.?a\.?s|s\.p\.a|spa|s\.?r\.?l|gmbh|ag|kg|kgaa|pty|pte|a/s|aps|ab|oy|oyj|asa|as|s\.?l|k\.?k|s\.?e|trust|bank|university|partners|partnership|group|holdings|foundation|association|institute|fund|authority|hospital|ministry|society|cooperative|stores|systems|technologies|international|enterprises|industries|laboratories|pharmaceuticals|communications|networks|services|solutions|productions)\.?)(?:,? (?i:ltd|limited|inc|llc|l\.p|co|kg)\.?)?$";
    /// A legal form and nothing softer: no heading ends so.
    HARD_FORM = r"(?i)\b(?:inc|incorporated|corp|corporation|llc|l\.l\.c|ltd|limited|lp|l\.p|llp|l\.l\.p|plc|gmbh|ag|kg|s\.a|n\.v|b\.v|s\.p\.a|s\.r\.l|pty|pte)\.?$";
    /// The number of a section, or of a party in a list.
    ITEM = r"^\(?\d{1,2}(?:\.\d{1,2}){0,2}[.)]\s+";
    /// What leads into the list of parties.
    BETWEEN = r"(?i)\b(?:by and (?:between|among(?:st)?)|between(?: and among)?|among(?:st)?|parties(?: to this agreement)?(?: are)?\s*:|betwe?en\s*:|entered into by|made by|by and on behalf of)";
    /// A role: ("Seller"), (the "Company"), hereinafter referred to as "X".
    ROLE_STRICT = r#"^\s*,?\s*[(\[][^()“”"]{0,90}[“"'‘]{1,2}(?:the |The )?[A-Z<l>][^“”"()]{0,60}[”"'’]{1,2}[^()]{0,80}[)\]]"#;
    CALLED = r#"(?i)(?:[(\[][^()“”"]{0,90}|hereinafter[^“”".;]{0,60}|referred to (?:herein )?as[^“”".;]{0,30}|collectively,? |, the )[“"'‘]{1,2}"#;
    /// A description: ", a Delaware corporation", "whose address is".
    DESCRIBED = r"(?i)^,?\s*(?:\([^)]{0,80}\),?\s*)?(?:an? (?:[<l>.-]+ ){0,6}?(?:corporation|company|partnership|individual|trust|bank|association|organi[sz]ation|entity|body|firm|person|municipality|university|resident|limited|society|cooperative|joint|branch|subsidiary|institution|foundation)|organi[sz]ed|incorporated|having|with (?:an? |its |offices)|whose|located|of \d|residing|a (?:[A-Z][<l>.]+ )|\d)";
    /// Words before a name that make it somebody else's.
    NOT_BEFORE = r"(?i)(?:\b(?:of|by|under|as|to|from|in|at|subsidiary|affiliate|formerly|known|c/o|attn:?|attention:?|d/b/a|dba|through|for|with|via|on|between the|a|an|its|section|article|suite|street|road|floor|box|avenue|laws|state|province|city)\s*[,:]?|\bthe (?:laws|state) of)\s*$";
    /// Words before a name that say what somebody is to it: "employees of", "owned by", "source:".
    SOMEBODYS = r"(?i)\b(?:(?:subsidiar(?:y|ies)|affiliates?|employees?|shareholders?|stockholders?|acquisition|purchase|sale|shares|stock|business|owned|formed|represented)\s+(?:of|by)|including(?:\s+from)?|source\s*:)\s*(?:the\s+)?$";
    /// What leads to a party and to nothing else.
    LED = r#"(?i)(?:[;:)”"\n]|\b(?:and|between|among|amongst|by)(?:\s+the)?)\s*$"#;
    SEPARATED = r"(?i)(?:^|[;,:)”\x22.\n]|\b(?:and|between|among|amongst|&|parties|following|into by|made by)(?:\s+the)?\b|\(?(?:\d|[a-z]|i{1,3}|iv|v)[.)]|[-–—●•·*]|\d\.)\s*$";
    /// What is never a party.
    NO_PARTY = r"(?i)^(?:the )?(?:agreement|this|effective|date|party|parties|whereas|recitals?|exhibit|section|article|state|commonwealth|united states|u\.?s\.?a?|<month>|delaware|california|new york|texas|nevada|company|contract|amendment|suite|street|page|source|table|contents|confidential|attention|n/?a|by|name|title|whose|and|between|among|definitions?|term|licensee|licensor|buyer|seller|customer|supplier|distributor|vendor|consultant|executive|employee|employer|franchisee|franchisor|in|for|it|each|collectively|hereinafter|dated?|made|entered|executed|president|ceo|secretary|no|inc|llc|ltd|corp|execution|copy|version|p\.?o|box|address|phone|fax|telephone|email|e-mail)\b[\s.,:]*$";
    /// A real end of a sentence, and not of an abbreviation in an address.
    FULL_STOP = r#"(?:[)”"'’\]]\.?|[a-z]{5,}\.|\.[)”"'’])$"#;
    /// The kind of body that "a Texas corporation" says a party is.
    KIND_OF_BODY = r"(?i)\b(?:corporation|company|partnership|trust|bank|association|entity|organi[sz]ation|society|cooperative|institution|foundation|university|municipality)$";
    /// The article before such a kind; a name has none.
    ARTICLE = r"(?:^|[\s,(])(?i:an?)\s+$";
    /// What is defined in brackets is no party.
    NO_ROLE = r"(?i)[“\x22'‘](?:[<l>]+\x20){0,3}(?:transaction|agreement|date|law|act|term|territory|products?|services|offering|shares|plan|purpose|information|property|directors?|affiliates?|site|sec|fdic)[”\x22'’]|\beach,? (?:an?|the)\b";
    /// Somebody who signs for somebody else.
    SIGNS_FOR = r"(?i)^,? (?:an? |the |its |managing |executive )*(?:director|president|ceo|chief executive officer|chairman|manager|partner|officer|secretary) (?:and (?:[<l>]+ )+)?of\b";
    FORMS_ONLY = r"(?i)^(?:(?:liability|joint|stock|public|private|pte|pty|ltd|inc|llc|co|corp|limited|company|lp|s\.a|gmbh|group|holdings|partners|services|international)[.,\s]*)+$";
    GENERIC = r"(?i)^(?:the )?(?:(?:<month>) \d+|mrs?\. [<l>]+|party [a-z0-9]{1,2}|effective date|commencement date|closing date|authorized (?:representative|signatory|signature)|exchange commission|securities and exchange commission|joint venture|support services|first party|second party|vice president|chief executive officer|[ivx]{1,4}\. .*|this .*|in witness.*|witnesse?th.*)$";
    ADDRESS = r"(?i)\b(?:street|avenue|road|suite|floor|boulevard|blvd|drive|parkway|p\.?o\.? box|highway|lane|square|building|plaza|\d{5})\b";
    INSTRUMENT = r"(?i)\b(?:agreement|contract|amendment|lease|license|act|code|exhibit|schedule|article|section|recitals?|whereas)$";
    DIGITS = r"^[\d\W]+$";
    /// A number and what stands under it: "1. Appointment", "10 Main Place", "B. The".
    NUMBERED = r"^(?:\d[<l>.,/-]*(?:\s|$)|[A-Z]\. (?i:the|in|this|for|a|an|each|whereas|under)\b|[A-Z]{1,2}\d[<l>]{0,2} \d[A-Z]{2}$)";
    /// A label that says who is named next: "Party A (the Carrier):".
    LABELLED = r"(?i)\b(?:party|parties)(?: (?:[a-h]|[1-9]|one|two|three|i{1,3}))?\s*(?:[(][^()]{0,40}[)])?\s*[:：]\s*$|\b(?:first|second|third) party\s*[:：]\s*$";
    /// What stands under a name in a block of signatures.
    SIGNS = r"(?i)^[,.]?\s*(?:,?\s*an? [^\n]{3,80}\n\s*)?(?:[(][^()\n]{0,60}[)]\s*)?(?:by|per|signature|signed(?: by)?|its|name)\s*[:/_]|^[,.]?\s*(?:/s/|\\s\\)";
    /// Who signs for a party: "By: Acme Manager LLC, its manager".
    SIGNER = r"(?i)\b(?:by|per|name|title|its)\s*:\s*$";
    /// A sentence, or a name with a hard form, that ends inside a run of capitals.
    ENDED = r"(?:\b[A-Z]?[a-z]{3,}\.|\b(?:Inc|INC|LLC|L\.L\.C|Ltd|LTD|GmbH|GMBH|Corp|CORP|PLC|LLP)\b\.?)\s+(?:[A-Z])";
    /// What a name goes on with behind a form.
    GOES_ON = r"(?i)^(?:corp|inc|ltd|llc|co|company|limited|of|group|holdings?|and|&|lp|l\.p|\()\b";
    FOR = r"(?i)\b(?:(?:for and )?on behalf of|signed for|executed by|agreed (?:to )?(?:and accepted )?by)\s*:?\s*$";
    /// Roles that only a party has.
    PARTY_ROLE = r#"(?i)[“"'‘](?:the )?(?:company|corporation|seller|buyer|purchaser|vendor|supplier|customer|client|licensor|licensee|lessor|lessee|landlord|tenant|employer|employee|executive|consultant|contractor|distributor|reseller|manufacturer|provider|recipient|disclos(?:er|ing party)|receiving party|owner|operator|agent|party [a-z0-9]|parent|bank|lender|borrower|franchis(?:or|ee)|sponsor|participant|investor|partner|publisher|developer|shipper|transporter|carrier|we|you|us|i)[,.]?[”"'’]"#;
}

/// Every name that may be a party.
pub(crate) fn findings(context: &Context<'_>, field: usize) -> Vec<Finding> {
    let text = context.text;
    let mut found: Vec<Finding> = Vec::new();
    let opening = context.structure.opening.clone();
    if let Some(opening) = &opening {
        let region = after_between(text, opening.clone());
        add(context, field, region, sign!("in opening"), &mut found);
    }
    if found.len() < 2 {
        let end = opening
            .as_ref()
            .map_or(COVER_REACH_BYTES, |opening| opening.start);
        let start = end.saturating_sub(COVER_REACH_BYTES);
        let cover = text.ceil_char_boundary(start)..text.floor_char_boundary(end.min(text.len()));
        let region = after_between(text, cover.clone());
        let whole = region.start == cover.start;
        if !whole {
            add(context, field, region, sign!("in cover"), &mut found);
        }
    }
    if telling(&found) < 2 {
        let end = opening.map_or(HEAD_BYTES, |opening| opening.end);
        let head = 0..text.floor_char_boundary(end.min(text.len()));
        add(context, field, head, IN_HEAD, &mut found);
    }
    if telling(&found) < 2 {
        let end = text.len();
        let start = context.structure.signature.unwrap_or(0);
        let start = start.max(end.saturating_sub(SIGNATURE_REACH_BYTES));
        let block = text.ceil_char_boundary(start)..end;
        add(context, field, block, IN_SIGNATURES, &mut found);
    }
    compare(context, &mut found);
    found
}

/// The name right before a bracket, or before the description that the bracket ends.
pub(crate) fn name_before(text: &str, bracket: usize) -> Option<Range<usize>> {
    let low = text.ceil_char_boundary(bracket.saturating_sub(ROLE_REACH_BYTES));
    let said = text.get(low..bracket)?;
    let names: Vec<Range<usize>> = NAME
        .text()
        .find_iter(said)
        .flat_map(|one| split_name(said, one.range()))
        .collect();
    let fits = |name: &&Range<usize>| {
        let words = said.get((*name).clone()).unwrap_or_default();
        let before = said.get(..name.start).unwrap_or_default();
        let between = said.get(name.end..).unwrap_or_default();
        let near = between.trim().is_empty() || between.trim() == ",";
        let described = !between.contains([')', ';']) && holds(&DESCRIBED, between);
        // What follows "in", "of" or a comma may be where a party is, or whose it is.
        let led = low == 0 && before.trim().is_empty() || holds(&LED, before);
        let none = holds(&NO_PARTY, words) || holds(&DIGITS, words) || is_place(words);
        (near || described) && led && !none
    };
    let name = names.iter().rev().find(fits)?;
    Some(shift(name.clone(), low))
}

/// How many of the names have something that only parties have.
fn telling(found: &[Finding]) -> usize {
    found.iter().filter(|one| is_telling(one)).count()
}

fn is_telling(finding: &Finding) -> bool {
    let signs = [
        sign!("with a legal form"),
        sign!("with its role"),
        sign!("described"),
        sign!("labelled as a party"),
    ];
    let has = |sign: &Name| finding.features.iter().any(|one| one == sign);
    signs.iter().any(has)
}

/// What follows "between" up to the end of that sentence, or the whole where it does not say so.
fn after_between(text: &str, range: Range<usize>) -> Range<usize> {
    let said = text.get(range.clone()).unwrap_or_default();
    let Some(found) = find_at(&BETWEEN, said, 0) else {
        return range;
    };
    let start = range.start.saturating_add(found.end);
    start..sentence_end(text, start, range.end)
}

/// Where the list of parties ends: a blank line inside it does not end it, a full stop does.
fn sentence_end(text: &str, start: usize, most: usize) -> usize {
    let mut at = start;
    for _ in 0..PARAGRAPHS_MAX {
        let end = sentence_around(text, at..at).end.max(at);
        let rest = text.get(end..).unwrap_or_default();
        let next = end.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
        let said = text.get(start..end).unwrap_or_default().trim_end();
        let stopped = holds(&FULL_STOP, said) && !rest.starts_with(['\n', '\r']);
        if stopped || end >= most || next <= at {
            return end.min(most);
        }
        at = next;
    }
    at.min(most)
}

fn add(
    context: &Context<'_>,
    field: usize,
    region: Range<usize>,
    part: Name,
    found: &mut Vec<Finding>,
) {
    let text = context.text;
    let said = text.get(region.clone()).unwrap_or_default();
    let name = NAME.text();
    let names: Vec<Range<usize>> = name
        .find_iter(said)
        .flat_map(|one| split_name(said, one.range()))
        .filter(|one| is_name(said, one, part) && belongs(said, one, part))
        .collect();
    for (number, one) in names.iter().enumerate() {
        let next = names
            .get(number.saturating_add(1))
            .map_or(said.len(), |next| next.start);
        let place = shift(one.clone(), region.start);
        let key = key(said.get(one.clone()).unwrap_or_default());
        if found.iter().any(|known| known.key == key) {
            continue;
        }
        let mut features = features(said, one, next);
        features.push(part.into());
        features.push(
            match number {
                0 => sign!("first after between"),
                1 => sign!("second after between"),
                _ => sign!("later after between"),
            }
            .into(),
        );
        let quote = quote(said, one);
        found.push(Finding::new(
            field,
            place,
            shift(quote, region.start),
            key,
            features,
        ));
    }
}

/// A run that holds two names, "Alpha, Inc. Beta LLC", is cut after the first form.
fn split_name(said: &str, name: Range<usize>) -> Vec<Range<usize>> {
    let words = said.get(name.clone()).unwrap_or_default();
    let trimmed = words.trim_end_matches(|c: char| {
        matches!(c, ',' | ';' | ':' | '-' | '/' | '&') || c.is_whitespace()
    });
    let after = said
        .get(name.start.saturating_add(trimmed.len())..)
        .unwrap_or_default();
    let goes_on = after.trim_start().starts_with(['(', '[', ',']);
    // The number of a party in a list is none of its name.
    let listed = goes_on || holds(&HARD_FORM, trimmed);
    if let Some(number) = ITEM.text().find(words).filter(|_| listed) {
        return split_name(said, name.start.saturating_add(number.end())..name.end);
    }
    // A full stop before a bracket or a comma is the name's own.
    let trimmed = match trimmed.strip_suffix('.') {
        Some(name) if !goes_on && ends_sentence(name) => name,
        _ => trimmed,
    };
    let comma = trimmed.match_indices(", ").map(|(at, _)| at).find(|at| {
        let head = trimmed.get(..*at).unwrap_or_default();
        let tail = trimmed.get(at.saturating_add(2)..).unwrap_or_default();
        // "Keefe, Bruyette & Woods, Inc." is one name.
        let joined = !head.contains(char::is_whitespace) && tail.contains('&');
        // What follows the comma is neither a form nor the rest of a list of names.
        let form = holds(&FORM, tail.split([',', ' ']).next().unwrap_or_default());
        !joined && !form && !head.is_empty()
    });
    let comma = comma.map(|at| (at, at.saturating_add(2)));
    let cut = [comma, ended(trimmed)].into_iter().flatten().min();
    match cut {
        Some((end, next)) => {
            let first = name.start..name.start.saturating_add(end);
            let rest = name.start.saturating_add(next)..name.start.saturating_add(trimmed.len());
            let mut names = vec![first];
            names.extend(split_name(said, rest));
            names
        }
        None => std::iter::once(name.start..name.start.saturating_add(trimmed.len())).collect(),
    }
}

/// Whether the full stop after a name ends its sentence, and is none of the name's own.
fn ends_sentence(name: &str) -> bool {
    let last = name.rsplit(char::is_whitespace).next().unwrap_or_default();
    let mut letters = last.chars();
    let spelled = letters.next().is_some_and(char::is_uppercase)
        && last.chars().count() > 3
        && letters.all(char::is_lowercase);
    spelled && !ABBREVIATED.contains(&last)
}

/// Where a name ends inside a run of capitals, and where the next one begins.
fn ended(words: &str) -> Option<(usize, usize)> {
    let found = ENDED.text().find_iter(words).find(|found| {
        let next = words.get(found.end().saturating_sub(1)..);
        !next.is_some_and(|next| holds(&GOES_ON, next))
            && !ABBREVIATED.contains(&found.as_str().split('.').next().unwrap_or_default())
    })?;
    let next = found.end().saturating_sub(1);
    let said = words.get(..next)?;
    Some((said.trim_end().len(), next))
}

/// Whether a name has what names in its part of the document must have.
fn belongs(said: &str, name: &Range<usize>, part: Name) -> bool {
    let words = said.get(name.clone()).unwrap_or_default();
    let before = tail_of(said.get(..name.start).unwrap_or_default(), 60);
    let after = said.get(name.end..).unwrap_or_default();
    let role = holds(&ROLE_STRICT, after);
    match part {
        _ if holds(&LABELLED, before) => true,
        IN_HEAD => holds(&FORM, words) && role,
        IN_SIGNATURES => holds(&FORM, words) && (holds(&SIGNS, after) || holds(&FOR, before)),
        _ => words.contains(char::is_whitespace) || role || holds(&DESCRIBED, after),
    }
}

fn is_name(said: &str, name: &Range<usize>, part: Name) -> bool {
    let words = said.get(name.clone()).unwrap_or_default();
    let before = said.get(..name.start).unwrap_or_default();
    let near = tail_of(before, 60);
    // Prose and signatures put any word before a name; a list of parties does not.
    let led = holds(&LABELLED, near)
        || part == IN_HEAD
        || part == IN_SIGNATURES
        || !holds(&NOT_BEFORE, near) && holds(&SEPARATED, near);
    words.len() >= 3
        && led
        // "Sun-Kansas, Inc." broken at its hyphen is not "Kansas, Inc."
        && !before.ends_with(|c: char| c == '-' || c.is_alphanumeric())
        && !holds(&SIGNER, near)
        && !holds(&SOMEBODYS, near)
        && (holds(&FORM, words) || !holds(&NUMBERED, words))
        // "1. Services." is a heading: nothing makes it somebody's.
        && !holds(&ITEM, words)
        && !words.split_once(" of ").is_some_and(|(head, _)| is_place(head))
        && !before.ends_with(['"', '“', '\'', '‘'])
        && !holds(&NO_PARTY, words)
        && !holds(&DIGITS, words)
        && !holds(&FORMS_ONLY, words)
        && !holds(&GENERIC, words)
        && !is_place(words)
        && !holds(&SIGNS_FOR, said.get(name.end..).unwrap_or_default())
        && !is_defined_otherwise(said.get(name.end..).unwrap_or_default())
        && !holds(&INSTRUMENT, words)
        && !is_address(words)
}

/// Whether words say what a party is and not what it is called: "a Texas corporation".
pub(crate) fn is_description(text: &str, name: &Range<usize>) -> bool {
    let words = text.get(name.clone()).unwrap_or_default();
    let before = tail_of(text.get(..name.start).unwrap_or_default(), 8);
    holds(&ARTICLE, before) && holds(&KIND_OF_BODY, words)
}

/// Whether words are where somebody is. "Pine Street Bakery Inc." is not: a body ends in its form.
fn is_address(words: &str) -> bool {
    let numbered = words.contains(|c: char| c.is_ascii_digit());
    holds(&ADDRESS, words) && (numbered || !holds(&HARD_FORM, words))
}

/// Whether the bracket behind a name names something else than a party.
fn is_defined_otherwise(after: &str) -> bool {
    let role = ROLE_STRICT.text().find(after);
    role.is_some_and(|role| holds(&NO_ROLE, role.as_str()))
}

fn tail_of(text: &str, bytes: usize) -> &str {
    let from = text.ceil_char_boundary(text.len().saturating_sub(bytes));
    text.get(from..).unwrap_or_default()
}

fn features(said: &str, name: &Range<usize>, next: usize) -> Vec<Feature> {
    let words = said.get(name.clone()).unwrap_or_default();
    let before = said.get(..name.start).unwrap_or_default();
    let after = said.get(name.end..).unwrap_or_default();
    // What follows a full stop may still describe the name; the number of the next section does not.
    let after = match after.strip_prefix('.') {
        Some(rest) if !holds(&ITEM, rest.trim_start()) => rest,
        _ => after,
    };
    let reach = after.floor_char_boundary(ROLE_REACH_BYTES.min(after.len()));
    let near = after.get(..reach).unwrap_or_default();
    let until_next = said.get(name.end..next.min(said.len())).unwrap_or_default();
    let mut features: Vec<Feature> = Vec::new();
    let tests: [(&Pattern, &str, Name); 4] = [
        (&FORM, words, sign!("with a legal form")),
        (&ROLE_STRICT, near, sign!("with its role")),
        (
            &CALLED,
            until_next,
            sign!("called something before the next name"),
        ),
        (&DESCRIBED, near, sign!("described")),
    ];
    for (pattern, said, feature) in tests {
        if holds(pattern, said) {
            features.push(feature.into());
        }
    }
    let role = holds(&ROLE_STRICT, near);
    let called = role || holds(&CALLED, until_next) || holds(&DESCRIBED, near);
    let labelled = holds(&LABELLED, tail_of(before, 60));
    if labelled {
        features.push(sign!("labelled as a party").into());
    }
    if let Some(role) = ROLE_STRICT.text().find(near)
        && holds(&PARTY_ROLE, role.as_str())
    {
        features.push(sign!("with the role of a party").into());
    }
    let led = before.trim_end();
    if led.to_lowercase().ends_with("and") && called {
        features.push(sign!("after and, called or described").into());
    }
    if called && holds(&FORM, words) {
        features.push(sign!("with a form, called or described").into());
    }
    let leads: [(&str, Name); 4] = [
        ("and", sign!("after and")),
        (",", sign!("after a comma")),
        (";", sign!("after a semicolon")),
        (")", sign!("after a bracket")),
    ];
    for (lead, feature) in leads {
        if led.to_lowercase().ends_with(lead) {
            features.push(feature.into());
        }
    }
    if led.is_empty() {
        features.push(sign!("right after between").into());
    }
    features.push(
        match words.split_whitespace().count() {
            1 => sign!("one word"),
            2..=6 => sign!("a few words"),
            _ => sign!("many words"),
        }
        .into(),
    );
    if words.chars().any(|c| c.is_ascii_digit()) {
        features.push(sign!("with digits").into());
    }
    features
}

/// The name with the role right behind it.
fn quote(said: &str, name: &Range<usize>) -> Range<usize> {
    let after = said.get(name.end..).unwrap_or_default();
    let role = ROLE_STRICT.text().find(after);
    match role {
        Some(role) if role.end() <= ROLE_QUOTE_BYTES => {
            name.start..name.end.saturating_add(role.end())
        }
        _ => name.clone(),
    }
}

/// The letters and digits of a name, which is how names are compared.
fn key(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Adds whether the rest of the document knows the name.
fn compare(context: &Context<'_>, found: &mut [Finding]) {
    let text = context.text;
    let from = context.structure.signature.unwrap_or(text.len());
    let until = text.floor_char_boundary(from.saturating_add(8_000).min(text.len()));
    let last = text.ceil_char_boundary(text.len().saturating_sub(3_000));
    let part = |range: Range<usize>| key(text.get(range).unwrap_or_default());
    let signed = format!("{} {}", part(from..until), part(last..text.len()));
    let count = telling(found);
    for finding in found.iter_mut() {
        let there = signed.contains(&finding.key);
        if there && is_telling(finding) {
            finding
                .features
                .push(sign!("telling, in the signatures").into());
        }
        finding.features.push(
            if there {
                sign!("in the signatures")
            } else {
                sign!("not in the signatures")
            }
            .into(),
        );
        finding.features.push(
            match count {
                0..=1 => sign!("the only name"),
                2 => sign!("one of two names"),
                3..=4 => sign!("one of a few names"),
                _ => sign!("one of many names"),
            }
            .into(),
        );
        finding.features.sort_unstable();
        finding.features.dedup();
    }
}
