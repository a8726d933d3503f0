//! What kind of value is read, with the options a schema gives.

use std::borrow::Cow;
use std::collections::BTreeMap;

use groundstop_contract::{DateOrder, FieldRecord, FieldType, NumberFormat};

use crate::money::currency;
use crate::read::read_whole;

/// The currency that a document states for amounts that have none of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedCurrency {
    /// Its code, its sign or its name.
    pub currency: String,
    /// Whether it is that of every figure, as in a column it heads; else of those with cents only,
    /// because others may count anything.
    pub figures: bool,
}

/// A kind of value and everything that decides how it is spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A calendar date.
    Date {
        /// The order of day, month and year in numeric spellings.
        order: Option<DateOrder>,
        /// The century of two-digit years, such as 2000.
        century: Option<u16>,
    },
    /// An amount with its currency.
    Money {
        /// What a sign that can mean it, or a bare number, means.
        currency: Option<String>,
        /// Which mark is the decimal one.
        format: Option<NumberFormat>,
        /// What a number without a currency means where the schema does not say it.
        stated: Option<StatedCurrency>,
    },
    /// A percentage.
    Percent {
        /// Whether `0.05` means five per cent.
        ratio: bool,
        /// Which mark is the decimal one.
        format: Option<NumberFormat>,
    },
    /// A number.
    Number {
        /// Which mark is the decimal one.
        format: Option<NumberFormat>,
    },
    /// A length of time.
    Duration,
    /// Yes or no.
    Boolean {
        /// Phrases that say yes, beside the word itself.
        yes: Vec<String>,
        /// Phrases that say no.
        no: Vec<String>,
    },
    /// One of a closed list.
    Choice {
        /// The values there are, as the document spells them.
        options: Vec<String>,
        /// By option, other phrases that say it.
        phrases: BTreeMap<String, Vec<String>>,
    },
    /// The document's own words.
    Text,
}

impl Kind {
    /// Yes or no, said by these words only.
    #[must_use]
    pub fn plain_boolean() -> Kind {
        Kind::Boolean {
            yes: Vec::new(),
            no: Vec::new(),
        }
    }

    /// A closed list, said by its own words only.
    #[must_use]
    pub fn plain_choice(options: Vec<String>) -> Kind {
        Kind::Choice {
            options,
            phrases: BTreeMap::new(),
        }
    }

    /// As what a spelling of this kind stands in its sentence: a phrase of the schema is part of what
    /// is said, as words are, and not an answer on its own.
    #[must_use]
    pub fn as_said(&self, spelled: &str) -> Cow<'_, Kind> {
        let plain = match self {
            Kind::Boolean { yes, no } if !(yes.is_empty() && no.is_empty()) => {
                Kind::plain_boolean()
            }
            Kind::Choice { options, phrases } if !phrases.is_empty() => {
                Kind::plain_choice(options.clone())
            }
            _ => return Cow::Borrowed(self),
        };
        match read_whole(&plain, spelled) {
            Some(_) => Cow::Borrowed(self),
            None => Cow::Owned(Kind::Text),
        }
    }

    /// The same in a document, or a part of one, that states a currency.
    #[must_use]
    pub fn with_stated(&self, said: &StatedCurrency) -> Kind {
        match self {
            Kind::Money {
                currency: None,
                format,
                stated: _,
            } => Kind::Money {
                currency: None,
                format: *format,
                stated: Some(said.clone()),
            },
            Kind::Money { .. }
            | Kind::Date { .. }
            | Kind::Percent { .. }
            | Kind::Number { .. }
            | Kind::Duration
            | Kind::Boolean { .. }
            | Kind::Choice { .. }
            | Kind::Text => self.clone(),
        }
    }

    /// Whether it is one of several currencies, by their codes.
    #[must_use]
    pub fn is_of_currencies(&self) -> bool {
        matches!(self, Kind::Choice { options, .. } if currency::are_codes(options))
    }

    /// The kind of a schema's field. Parties, jurisdictions and titles are text.
    #[must_use]
    pub fn of(field: &FieldRecord) -> Kind {
        match field.kind {
            FieldType::Date => Kind::Date {
                order: field.order,
                century: field.century,
            },
            FieldType::Money => Kind::Money {
                currency: field.currency.clone(),
                format: field.format,
                stated: None,
            },
            FieldType::Percent => Kind::Percent {
                ratio: field.ratio,
                format: field.format,
            },
            FieldType::Number => Kind::Number {
                format: field.format,
            },
            FieldType::Duration => Kind::Duration,
            FieldType::Boolean => Kind::Boolean {
                yes: field.yes.clone(),
                no: field.no.clone(),
            },
            FieldType::Choice => Kind::Choice {
                options: field.options.clone(),
                phrases: field.phrases.clone(),
            },
            FieldType::Text | FieldType::Party | FieldType::Jurisdiction | FieldType::Title => {
                Kind::Text
            }
        }
    }
}
