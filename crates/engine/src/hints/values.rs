//! What to change where a value is not what its field asks for, or its quote says another one.

use groundstop_contract::decision::{ConflictProof, IntegrityProof, NoCandidatesProof};
use groundstop_contract::report::Report;
use groundstop_contract::{CandidateRecord, FieldRecord, FieldType, Issue, RejectCode, WireValue};

use super::cures::{Cure, quote_of};
use super::spelling::{denies, one_date, phrase, sign_fits, spelled_duration};

/// A value that is none of its field's type.
pub(super) fn of_type(field: &FieldRecord, proof: &NoCandidatesProof) -> Option<Cure> {
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
                "an amount needs its currency: write the value as the document does, such as \"USD {value}\", or set the field's `currency`"
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
pub(super) fn of_conflict(
    report: &Report,
    field: &FieldRecord,
    proof: &ConflictProof,
) -> Option<Cure> {
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
                let quote = first.evidence.as_ref().map(|found| found.quote.as_str());
                return other_spelling(report, field, quote.unwrap_or_default())
                    .or_else(|| order(field, one, two));
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

/// A date in figures that its quote spells in another way: the document's own spelling may have one
/// reading only.
fn other_spelling(report: &Report, field: &FieldRecord, quote: &str) -> Option<Cure> {
    let own = |one: &&CandidateRecord| one.field_name == field.name;
    let mut spelled = report.receipt.input.candidates.iter().filter(own);
    let (given, None) = (spelled.next()?, spelled.next()) else {
        return None;
    };
    let WireValue::Text(given) = &given.value else {
        return None;
    };
    let is_other = !super::is_iso_date(given.trim()) && !quote.contains(given.trim());
    is_other.then(|| {
        Cure::new(
            "date_spelling",
            format!("“{given}” can be read as two dates: write the value as the document does"),
        )
    })?
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

/// A quote that stands there and does not say the value.
pub(super) fn of_value(
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
        FieldType::Choice => match &proof.value {
            WireValue::Text(option) => of_option(option, quote),
            WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => None,
        },
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

/// An option that the quote does not spell, or not with the schema's capitals.
fn of_option(option: &str, quote: &str) -> Option<Cure> {
    let length = option.chars().count();
    let spelled = quote.char_indices().find_map(|(start, _)| {
        let rest = quote.get(start..)?;
        let end = rest
            .char_indices()
            .nth(length)
            .map_or(rest.len(), |(at, _)| at);
        let part = rest.get(..end)?;
        (part.to_lowercase() == option.to_lowercase()).then_some(part)
    });
    Cure::new(
        "phrases_of",
        match spelled {
            Some(spelled) => format!(
                "the quote spells “{option}” with other capitals: name them in the schema, under `[field.phrases]`: `\"{option}\" = [\"{spelled}\"]`"
            ),
            None => format!(
                "the quote does not spell “{option}”: quote the words that do, or name the document's words for it in the schema, under `[field.phrases]`, such as `\"{option}\" = [\"…\"]`"
            ),
        },
    )
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
        match code {
            Some(_) => format!(
                "{sign} is not how the document writes it: write the value as the document does, “{found}”"
            ),
            None => format!(
                "{sign} is no currency by itself: write the value as the document does, “{found}”, or set the field's `currency`"
            ),
        },
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

fn is_code(currency: &str) -> bool {
    currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_uppercase())
}
