//! What a person can change so that a field no longer stops, or need not be reviewed.
//!
//! Only what lies in somebody's hands is told: how a candidate is written, and what a schema says.
//! What the document itself takes back has no cure here.

use groundstop_contract::decision::{ConflictProof, IntegrityProof, NoCandidatesProof};
use groundstop_contract::report::Report;
use groundstop_contract::{
    CandidateRecord, FieldDecision, FieldRecord, FieldType, Issue, IssueCode, RejectCode, Review,
    ReviewCode, StopProof, WireValue,
};

use super::marks::Marks;
use super::spelling::{denies, is_absence, one_date, phrase, sign_fits, spelled_duration};

/// Values that a message shows.
const SHOWN: usize = 3;

/// What helps, known by its key: the same help is told once, for all its fields.
pub(super) struct Cure {
    pub(super) key: &'static str,
    pub(super) told: String,
}

impl Cure {
    fn new(key: &'static str, told: impl Into<String>) -> Option<Cure> {
        let told = told.into();
        Some(Cure { key, told })
    }
}

/// What helps one field, where something does.
pub(super) fn cure(report: &Report, decision: &FieldDecision) -> Option<Cure> {
    let schema = &report.receipt.input.schema;
    let field = schema
        .fields
        .iter()
        .find(|field| field.name == decision.field_name)?;
    if let Some(word) = absence(decision) {
        return Cure::new(
            "absence",
            format!("“{word}” is no value: write null where nothing was found"),
        );
    }
    match decision.stop_proof.as_ref()? {
        StopProof::NoCandidates(proof) => of_type(field, proof),
        StopProof::Conflict(proof) => of_conflict(field, proof),
        // What states no confidence is told once for all of them.
        StopProof::Confidence(_) => None,
        StopProof::Missing(_) => Cure::new(
            "quote",
            "there is no quote: add the document's own words as `quote`",
        ),
        StopProof::Integrity(proof) => of_integrity(report, field, proof),
        StopProof::Review(proof) => proof.review.iter().find_map(of_review),
    }
}

/// The word for nothing that stands where a value belongs.
fn absence(decision: &FieldDecision) -> Option<&str> {
    let value = match decision.stop_proof.as_ref()? {
        StopProof::NoCandidates(proof) => &proof.detail.as_ref()?.rejected.first()?.value,
        StopProof::Missing(proof) => &proof.value,
        StopProof::Integrity(proof) => &proof.value,
        StopProof::Confidence(proof) => &proof.value,
        StopProof::Conflict(_) | StopProof::Review(_) => return None,
    };
    match value {
        WireValue::Text(text) => Some(text.trim()).filter(|text| is_absence(text)),
        WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => None,
    }
}

/// A value that is none of its field's type.
fn of_type(field: &FieldRecord, proof: &NoCandidatesProof) -> Option<Cure> {
    let rejected = proof.detail.iter().flat_map(|detail| &detail.rejected);
    let value = rejected
        .filter(|one| one.code == RejectCode::ValueNotOfType)
        .find_map(|one| match &one.value {
            WireValue::Text(text) => Some(text.trim()),
            WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => None,
        })?;
    let bare = value.parse::<f64>().is_ok();
    match field.kind {
        // Below one it may be a share of one, or that few hundredths: no one can know which.
        FieldType::Percent if bare && value.trim_start_matches('-').starts_with(['0', '.']) => {
            Cure::new(
                "ratio",
                format!(
                    "a number without its sign is no percentage: write the value with % as the document does, or set `ratio = true` where {value} is a share of one"
                ),
            )
        }
        FieldType::Percent if bare => Cure::new(
            "percent",
            format!(
                "a number without its sign is no percentage: write the value as \"{value}%\", or set `ratio = true` for values such as 0.05"
            ),
        ),
        FieldType::Duration => duration(value, bare),
        FieldType::Money if bare => Cure::new(
            "amount",
            format!(
                "an amount needs its currency: write the value as \"USD {value}\", or set `currency = \"USD\"` for the field"
            ),
        ),
        FieldType::Date => date(value),
        FieldType::Boolean => Cure::new("boolean", "write the value as true or false"),
        FieldType::Choice => choice(field, value),
        FieldType::Percent => no_value("percentage", value, "5%"),
        FieldType::Money => no_value("amount", value, "USD 500"),
        FieldType::Number => no_value("number as documents write it", value, "1250"),
        FieldType::Text | FieldType::Party | FieldType::Jurisdiction | FieldType::Title => None,
    }
}

fn choice(field: &FieldRecord, value: &str) -> Option<Cure> {
    let mut options = field.options.iter();
    let alike = options.find(|option| option.to_lowercase() == value.to_lowercase());
    match alike {
        Some(option) => Cure::new(
            "choice_case",
            format!("write the value as the schema spells it: “{option}”"),
        ),
        None => Cure::new(
            "choice",
            format!(
                "the value must be one of the field's `options`: {}",
                field.options.join(", ")
            ),
        ),
    }
}

fn no_value(what: &str, value: &str, like: &str) -> Option<Cure> {
    Cure::new(
        "no_value",
        format!("“{value}” is no {what}: write it as the document does, or such as \"{like}\""),
    )
}

fn duration(value: &str, bare: bool) -> Option<Cure> {
    if bare {
        return Cure::new(
            "unit",
            format!("a length of time needs its unit: write the value as \"{value} days\""),
        );
    }
    match spelled_duration(value) {
        Some(words) => Cure::new(
            "code",
            format!("“{value}” is a code for a length of time: write the value as \"{words}\""),
        ),
        None => no_value("length of time", value, "30 days"),
    }
}

fn date(value: &str) -> Option<Cure> {
    let day = value.get(..10).filter(|day| super::is_iso_date(day));
    let rest = value.get(10..).unwrap_or_default();
    let mut after = rest.chars();
    let is_time = after.next().is_some_and(|c| matches!(c, 'T' | 't' | ' '))
        && after.next().is_some_and(|c| c.is_ascii_digit());
    if let Some(day) = day.filter(|_| !rest.trim().is_empty() && !is_time) {
        return Cure::new(
            "date_and_words",
            format!("“{value}” is more than a date: write the date alone, {day}"),
        );
    }
    match day.filter(|_| is_time) {
        Some(day) => Cure::new(
            "time",
            format!("“{value}” has a time of day: write the date alone, {day}"),
        ),
        None => Cure::new(
            "date",
            format!(
                "“{value}” is no whole date: write it as 2024-01-05 or as the document spells it (for years of two digits set `century = 2000`)"
            ),
        ),
    }
}

/// Values that differ only because the schema does not say how they are read.
fn of_conflict(field: &FieldRecord, proof: &ConflictProof) -> Option<Cure> {
    let mut others = proof.candidates.iter();
    let first = others.next()?;
    for other in others {
        let place = |evidence: &Option<groundstop_contract::EvidenceRecord>| {
            evidence.as_ref().map(|found| (found.start, found.end))
        };
        let one_place =
            place(&first.evidence).is_some() && place(&first.evidence) == place(&other.evidence);
        match (&first.value, &other.value) {
            (WireValue::Text(one), WireValue::Text(two))
                if field.kind == FieldType::Date
                    && one_place
                    && one != two
                    && could_be_one(one, two) =>
            {
                return order(field, one, two);
            }
            _ if one_place
                && first.value != other.value
                && field.telling_phrases().next().is_some() =>
            {
                return Cure::new(
                    "overlap",
                    "phrases for different values share words in the quote: write all of it under the one that is meant",
                );
            }
            (WireValue::Money(one), WireValue::Money(two))
                if one.amount == two.amount && one.currency != two.currency =>
            {
                let code = [&one.currency, &two.currency]
                    .into_iter()
                    .find(|currency| is_code(currency));
                return currency(code);
            }
            _ => {}
        }
    }
    None
}

/// Whether two dates can be two readings of one spelling: day and month exchanged, or another century.
fn could_be_one(one: &str, two: &str) -> bool {
    let same_day = |one: &str, two: &str| one.get(2..) == two.get(2..);
    let exchanged = |two: &str| {
        let (year, rest) = two.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        Some(format!("{year}-{day}-{month}"))
    };
    let two_exchanged = exchanged(two).unwrap_or_default();
    one_date(one, two) || same_day(one, two) || same_day(one, &two_exchanged)
}

/// A numeric date that can be read in two orders, or of two centuries.
fn order(field: &FieldRecord, one: &str, two: &str) -> Option<Cure> {
    let year = |date: &str| date.split('-').next().map(str::to_owned);
    match year(one) == year(two) && field.order.is_none() {
        true => Cure::new(
            "order",
            format!(
                "the date reads as {one} and as {two}: set `order = \"mdy\"` (or \"dmy\") for the field"
            ),
        ),
        false => Cure::new(
            "century",
            format!("the date reads as {one} and as {two}: set `century = 2000` for the field"),
        ),
    }
}

fn currency(code: Option<&String>) -> Option<Cure> {
    let code = code.map_or("USD", String::as_str);
    Cure::new(
        "currency",
        format!(
            "a sign such as $ is no currency until the schema says which: set `currency = \"{code}\"` for the field"
        ),
    )
}

/// Whether a help is about what a person gives with a value; the rest is about a schema or a candidate's file.
fn is_about_value(key: &str) -> bool {
    const KEYS: [&str; 32] = [
        "reference",
        "label",
        "tags",
        "grouping",
        "date_and_words",
        "choice_case",
        "ratio",
        "ellipses",
        "absence",
        "percent",
        "unit",
        "code",
        "amount",
        "time",
        "date",
        "boolean",
        "choice",
        "no_value",
        "cut",
        "quote_cut",
        "elsewhere",
        "html",
        "ellipsis",
        "ellipsis_at_end",
        "quotation",
        "quotation_and_markdown",
        "markdown",
        "item",
        "full_stop",
        "case",
        "punctuation",
        "sign",
    ];
    KEYS.contains(&key) || key == "text_value"
}

/// What helps a person whose value was refused, where it is about the value or the quote.
pub(super) fn cure_of_value(report: &Report, decision: &FieldDecision) -> Option<String> {
    let found = cure(report, decision)?;
    if found.key == "value_quote" {
        return Some(
            "the quote says several values: quote only the words that say this one".to_owned(),
        );
    }
    // The schema of what was decided stays as it was.
    let ends = ["; or let a person", ", or set `", " (for years of"];
    let first = ends.iter().filter_map(|end| found.told.find(end)).min();
    let told = found.told.get(..first.unwrap_or(found.told.len()));
    told.filter(|_| is_about_value(found.key))
        .map(str::to_owned)
}

/// Whether a help is about the schema or the document, and not about how candidates are written.
pub(super) fn is_about_schema(key: &str) -> bool {
    const KEYS: [&str; 11] = [
        "currency",
        "order",
        "other_order",
        "century",
        "bound",
        "cues",
        "unread",
        "ocr",
        "yes_no",
        "phrases",
        "phrases_of",
    ];
    KEYS.contains(&key)
}

fn is_code(currency: &str) -> bool {
    currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn of_integrity(report: &Report, field: &FieldRecord, proof: &IntegrityProof) -> Option<Cure> {
    proof
        .issues
        .iter()
        .find_map(|issue| of_issue(report, field, proof, issue))
}

fn of_issue(
    report: &Report,
    field: &FieldRecord,
    proof: &IntegrityProof,
    issue: &Issue,
) -> Option<Cure> {
    match issue.code {
        IssueCode::QuoteEmpty => Cure::new(
            "quote",
            "there is no quote: add the document's own words as `quote`",
        ),
        IssueCode::QuoteNotFound => of_quote(report, field, proof, issue),
        IssueCode::QuoteNotOnPage | IssueCode::PageOutOfRange => Cure::new(
            "page",
            "`page` counts the document's pages from 1, whatever is printed on them: correct it, or leave it out",
        ),
        IssueCode::OffsetReversed | IssueCode::OffsetOutOfRange | IssueCode::OffsetMismatch => {
            Cure::new(
                "offsets",
                "`start` and `end` count the characters of what `groundstop text DOCUMENT` prints: correct them, or leave them out and the quote is looked for",
            )
        }
        IssueCode::ContextMismatch => Cure::new(
            "context",
            "`prefix` and `suffix` must touch the quote where it stands: correct them, or leave them out",
        ),
        IssueCode::ValueNotInQuote => of_value(report, field, proof, issue),
        IssueCode::ValueCut => cut(proof, issue),
        IssueCode::ValueAmbiguousInQuote => Cure::new(
            "value_quote",
            format!(
                "the quote says several values{}: add `value_quote` with the one that is meant, or quote less",
                shown(&issue.found)
            ),
        ),
        IssueCode::ValueQuoteNotInQuote => Cure::new(
            "part",
            "`value_quote` must be a part of `quote`, as it stands there",
        ),
        IssueCode::CellMismatch => Cure::new(
            "cell",
            "`row` and `column` are the heads as `groundstop tables DOCUMENT` prints them: correct them, or leave them out",
        ),
        IssueCode::SearchLimit => None,
    }
}

/// A value or a quote that ends inside a number of the document.
fn cut(proof: &IntegrityProof, issue: &Issue) -> Option<Cure> {
    let is_whole = match &proof.value {
        WireValue::Text(text) => issue.found.iter().any(|found| found == text),
        WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => false,
    };
    let found = shown(&issue.found);
    match is_whole {
        true => Cure::new(
            "quote_cut",
            format!("the quote ends inside the number{found}: quote all of it"),
        ),
        false => Cure::new(
            "cut",
            format!("the document goes on where the value ends{found}: write and quote all of it"),
        ),
    }
}

/// The texts a message shows, in brackets.
fn shown(found: &[String]) -> String {
    let texts: Vec<String> = found
        .iter()
        .take(SHOWN)
        .map(|text| format!("“{text}”"))
        .collect();
    match texts.is_empty() {
        true => String::new(),
        false => format!(" ({})", texts.join(", ")),
    }
}

/// A quote that is not in the document: the marks that are not, or nothing like it.
fn of_quote(
    report: &Report,
    field: &FieldRecord,
    proof: &IntegrityProof,
    issue: &Issue,
) -> Option<Cure> {
    let candidates = &report.receipt.input.candidates;
    let quote = quote_of(candidates, field, proof)?;
    let Some(nearest) = &issue.nearest else {
        return Cure::new(
            "elsewhere",
            "nothing like the quote is in the document: is it the right one? `groundstop text DOCUMENT` prints what was read",
        );
    };
    if let Some(code) = html_code(quote) {
        return Cure::new(
            "html",
            format!("the quote has HTML's codes (`{code}`): write the characters themselves"),
        );
    }
    if let Some(cure) = of_addition(quote, &nearest.text) {
        return Some(cure);
    }
    let marks = Marks::of(quote, nearest)?;
    let key = match marks {
        Marks::Ellipsis => "ellipsis",
        Marks::Ellipses => return Cure::new("ellipses", marks.cure()),
        Marks::EllipsisAtEnd => "ellipsis_at_end",
        Marks::QuotationAndMarkdown => "quotation_and_markdown",
        Marks::Quotation => "quotation",
        Marks::Markdown => "markdown",
        Marks::Item => "item",
        Marks::FullStop => "full_stop",
        Marks::Case => "case",
        Marks::Other => "punctuation",
    };
    let exact = report.receipt.input.schema.evidence.require_exact_quote;
    let else_ = match exact {
        true => {
            "or let a person look at such quotes: `require_exact_quote = false` under `[evidence]`"
        }
        false => "it could mean several places",
    };
    Cure::new(key, format!("{}; {else_}", marks.cure()))
}

/// What was written around or into the document's own words.
fn of_addition(quote: &str, own: &str) -> Option<Cure> {
    let lacks = |part: &str| !own.contains(part);
    if let Some(reference) = reference(quote).filter(|reference| lacks(reference)) {
        return Cure::new(
            "reference",
            format!("take “{reference}” off the end of the quote, which is not the document's"),
        );
    }
    let label = quote.split_once(':').map(|(label, _)| label.trim());
    let is_label = |label: &&str| {
        let names = ["quote", "evidence", "source", "text", "excerpt", "verbatim"];
        names.contains(&label.to_lowercase().as_str()) && lacks(label)
    };
    if let Some(label) = label.filter(is_label) {
        return Cure::new(
            "label",
            format!("take “{label}:” off the front of the quote, which is not the document's"),
        );
    }
    let tag = quote
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    let is_tag = |name: &&str| {
        let name = name.trim_start_matches('/');
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if let Some(tag) = tag.map(|(name, _)| name).filter(is_tag)
        && lacks(&format!("<{tag}>"))
    {
        return Cure::new(
            "tags",
            format!(
                "take the tags of HTML (<{tag}>) out of the quote, which are not the document's"
            ),
        );
    }
    let grouped = |text: &str| text.trim().replace(',', "");
    let is_alone = quote.trim() != own.trim() && grouped(quote) == grouped(own);
    let has_digits = own.contains(|c: char| c.is_ascii_digit());
    if is_alone && has_digits {
        return Cure::new(
            "grouping",
            format!("write the commas as the document does: “{}”", own.trim()),
        );
    }
    None
}

/// A reference at the end of a quote: `[1]`, `(page 1)`, `(p. 1)`.
fn reference(quote: &str) -> Option<&str> {
    let quote = quote.trim_end();
    let open = match quote.chars().next_back()? {
        ']' => quote.rfind('[')?,
        ')' => quote.rfind('(')?,
        _ => return None,
    };
    let whole = quote.get(open..)?;
    let inner = whole.trim_matches(['[', ']', '(', ')']).trim();
    let number = ["pages", "page", "pp.", "p.", "source", "ref."]
        .iter()
        .find_map(|word| inner.strip_prefix(word))
        .unwrap_or(inner)
        .trim();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(whole)
}

/// A character in HTML's spelling.
fn html_code(quote: &str) -> Option<&'static str> {
    let codes = [
        "&quot;", "&amp;", "&#39;", "&apos;", "&nbsp;", "&lt;", "&gt;",
    ];
    codes.into_iter().find(|code| quote.contains(code))
}

/// The quote that was judged.
fn quote_of<'c>(
    candidates: &'c [CandidateRecord],
    field: &FieldRecord,
    proof: &IntegrityProof,
) -> Option<&'c str> {
    let own = |candidate: &&CandidateRecord| candidate.field_name == field.name;
    let judged = candidates
        .iter()
        .filter(own)
        .find(|candidate| candidate.value == proof.value && candidate.quote.is_some());
    judged
        .or_else(|| {
            candidates
                .iter()
                .filter(own)
                .find(|one| one.quote.is_some())
        })
        .and_then(|candidate| candidate.quote.as_deref())
}

/// A quote that stands there and does not say the value.
fn of_value(
    report: &Report,
    field: &FieldRecord,
    proof: &IntegrityProof,
    issue: &Issue,
) -> Option<Cure> {
    let closed = matches!(field.kind, FieldType::Boolean | FieldType::Choice);
    if closed && !issue.found.is_empty() {
        // The quote says another answer: there is nothing to add.
        return None;
    }
    let quote = quote_of(&report.receipt.input.candidates, field, proof).unwrap_or_default();
    match field.kind {
        FieldType::Money => of_money(proof, issue),
        FieldType::Boolean => of_boolean(field, proof, quote),
        FieldType::Choice => {
            let WireValue::Text(option) = &proof.value else {
                return None;
            };
            Cure::new(
                "phrases_of",
                format!(
                    "the quote does not spell “{option}”: quote the words that do, or name the document's words for it in the schema, under `[field.phrases]`, such as `\"{option}\" = [\"…\"]`"
                ),
            )
        }
        FieldType::Text | FieldType::Party | FieldType::Jurisdiction | FieldType::Title => {
            Cure::new(
                "text_value",
                "a value of words must stand in its quote letter by letter: write it as the document does",
            )
        }
        FieldType::Date => of_order(field, proof, issue),
        FieldType::Percent | FieldType::Number | FieldType::Duration => None,
    }
}

/// An amount that is there under another spelling of its currency.
fn of_money(proof: &IntegrityProof, issue: &Issue) -> Option<Cure> {
    let typed = proof.detail.as_ref();
    let typed = typed.and_then(|detail| detail.value.as_ref());
    let value = typed.unwrap_or(&proof.value);
    let signs = ['$', '£', '€', '¥'];
    let (code, amount) = match value {
        WireValue::Money(money) => {
            let code = Some(&money.currency).filter(|code| is_code(code));
            (code, money.amount.clone())
        }
        WireValue::Text(text) => (None, text.clone()),
        WireValue::Boolean(_) | WireValue::Duration(_) => return None,
    };
    // The amount itself under a sign that can be this currency, and nothing longer or shorter.
    let same = |text: &String| {
        let sign = text.chars().find(|c| signs.contains(c));
        let fits = |sign| code.is_none_or(|code| sign_fits(sign, code));
        same_amount(text, &amount) && sign.is_some_and(fits)
    };
    let is_spelled = matches!(&proof.value, WireValue::Text(given) if given.contains(signs));
    if !is_spelled && issue.found.iter().any(same) {
        return currency(code);
    }
    // "$500" for "USD 500".
    let WireValue::Text(given) = &proof.value else {
        return None;
    };
    let sign = given.chars().find(|c| signs.contains(c))?;
    let whole = |text: &&String| same_amount(text, given) && sign_fits(sign, text);
    let found = issue.found.iter().find(whole)?;
    Cure::new(
        "sign",
        format!(
            "{sign} is the sign of several currencies: write the value as the document does, “{found}”"
        ),
    )
}

/// Whether two spellings have the same figures, cents of nothing apart.
fn same_amount(one: &str, two: &str) -> bool {
    let figures = |text: &str| {
        let kept = |c: &char| c.is_ascii_digit() || *c == '.';
        let plain: String = text.chars().filter(kept).collect();
        let plain = plain.trim_matches('.');
        match plain.split_once('.') {
            Some((whole, cents)) if cents.bytes().all(|byte| byte == b'0') => whole.to_owned(),
            _ => plain.to_owned(),
        }
    };
    let (one, two) = (figures(one), figures(two));
    !one.is_empty() && one == two
}

/// An answer in words that the schema does not name.
fn of_boolean(field: &FieldRecord, proof: &IntegrityProof, quote: &str) -> Option<Cure> {
    let key = match &proof.value {
        WireValue::Boolean(false) => "no",
        WireValue::Text(text) if ["false", "no"].contains(&text.to_lowercase().as_str()) => "no",
        WireValue::Boolean(true)
        | WireValue::Text(_)
        | WireValue::Money(_)
        | WireValue::Duration(_) => "yes",
    };
    // Words that deny are no example of a yes, nor the other way round.
    let words = match (key, denies(quote)) {
        ("yes", true) => return None,
        ("no", false) => "…".to_owned(),
        _ => phrase(quote).unwrap_or_else(|| "…".to_owned()),
    };
    match field.yes.is_empty() && field.no.is_empty() {
        true => Cure::new(
            "yes_no",
            format!(
                "only yes, no, true and false are read as answers: name the document's own words in the schema, such as `{key} = [\"{words}\"]`"
            ),
        ),
        false => Cure::new(
            "phrases",
            format!(
                "none of the field's `{key}` phrases is in the quote: add the document's words to them, such as `{key} = [\"{words}\"]`, or quote others"
            ),
        ),
    }
}

/// A date in figures that the field's `order` reads the other way round.
fn of_order(field: &FieldRecord, proof: &IntegrityProof, issue: &Issue) -> Option<Cure> {
    let order = field.order.as_ref()?;
    let WireValue::Text(given) = &proof.value else {
        return None;
    };
    let found = issue.found.iter().find(|found| one_date(given, found))?;
    let order = order.to_string();
    Cure::new(
        "other_order",
        format!(
            "`order = \"{order}\"` reads “{given}” and “{found}” as two dates: write the value as the document does, or correct `order`"
        ),
    )
}

/// A doubt that a schema or a candidate can answer.
fn of_review(review: &Review) -> Option<Cure> {
    match review.code {
        ReviewCode::Bound => Cure::new(
            "bound",
            "the document states a bound: where the field asks for one, set `bound = \"at_most\"` (or \"at_least\")",
        ),
        ReviewCode::OtherField => Cure::new(
            "cues",
            "the words around do not name the field: add the document's own words for it to the field's `cues`",
        ),
        ReviewCode::UnreadPages => Cure::new(
            "unread",
            "pages that nobody could read may say otherwise: `partial = true` under `[evidence]` decides without them",
        ),
        ReviewCode::Ocr => Cure::new(
            "ocr",
            "text read from a picture is left to a person: `allow_ocr = true` under `[evidence]` accepts it",
        ),
        ReviewCode::TrackedChange => Cure::new(
            "tracked",
            "a change to the paragraph is neither accepted nor rejected: settle the changes in the file, then verify it again",
        ),
        ReviewCode::EdgeInToken => Cure::new(
            "edge",
            "the value begins or ends inside a word or number: write all of it",
        ),
        ReviewCode::ConflictRelaxed
        | ReviewCode::OffsetsRelaxed
        | ReviewCode::QuoteRelaxed
        | ReviewCode::Hyphenation
        | ReviewCode::DirectionOverride
        | ReviewCode::FlaggedCharacters
        | ReviewCode::ReadersDiffer
        | ReviewCode::FrameUnclear
        | ReviewCode::RivalFound
        | ReviewCode::SumDiffers => None,
    }
}
