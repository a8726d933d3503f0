//! Phrases by which a schema says a yes, a no or an option: each must be able to speak, and for one
//! value only.

use std::collections::BTreeMap;

use groundstop_contract::FieldRecord;

use crate::schema::{SchemaError, nearest};

/// Refuses phrases that contradict each other, or that belong to no option.
pub(crate) fn check(field: &FieldRecord) -> Result<(), SchemaError> {
    let name = &field.name;
    let yes = field.yes.iter().map(|phrase| ("yes", phrase));
    let no = field.no.iter().map(|phrase| ("no", phrase));
    one_value_each(name, yes.chain(no))?;
    for (option, list) in &field.phrases {
        if !field.options.contains(option) {
            let options = field.options.iter().map(String::as_str);
            let cure = match nearest(option, options) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("add it to `options`: {}", field.options.join(", ")),
            };
            return Err(SchemaError::new(
                format!("the phrases for `{option}` of `{name}` are for none of its `options`"),
                cure,
            ));
        }
        if list.is_empty() {
            return Err(SchemaError::new(
                format!("the phrases for `{option}` of `{name}` are an empty list"),
                "list the document's words for it, or leave it out",
            ));
        }
    }
    if field.phrases.is_empty() {
        return Ok(());
    }
    let said = field
        .phrases
        .iter()
        .flat_map(|(option, list)| list.iter().map(move |phrase| (option.as_str(), phrase)));
    let options = field.options.iter().map(|option| (option.as_str(), option));
    one_value_each(name, options.chain(said))
}

/// A phrase that says two values says neither; capitals and blanks do not tell two apart.
fn one_value_each<'p>(
    field: &str,
    phrases: impl Iterator<Item = (&'p str, &'p String)>,
) -> Result<(), SchemaError> {
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for (value, phrase) in phrases {
        let words: Vec<String> = phrase.split_whitespace().map(str::to_lowercase).collect();
        match known.insert(words.join(" "), value) {
            Some(other) if other != value => {
                return Err(SchemaError::new(
                    format!("the phrase `{phrase}` of `{field}` says \"{other}\" and \"{value}\""),
                    "leave it under one of the two; of phrases inside each other the longer one counts",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}
