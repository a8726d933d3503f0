//! What kind of value is read, with the options a schema gives.

use groundstop_contract::{DateOrder, FieldRecord, FieldType, NumberFormat};

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
    Boolean,
    /// One of a closed list.
    Choice {
        /// The values there are, as the document spells them.
        options: Vec<String>,
    },
    /// The document's own words.
    Text,
}

impl Kind {
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
            },
            FieldType::Percent => Kind::Percent {
                ratio: field.ratio,
                format: field.format,
            },
            FieldType::Number => Kind::Number {
                format: field.format,
            },
            FieldType::Duration => Kind::Duration,
            FieldType::Boolean => Kind::Boolean,
            FieldType::Choice => Kind::Choice {
                options: field.options.clone(),
            },
            FieldType::Text | FieldType::Party | FieldType::Jurisdiction | FieldType::Title => {
                Kind::Text
            }
        }
    }
}
