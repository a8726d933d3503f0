//! Small worlds: one short document, one field, and everything that can be proposed in them.

use serde_json::{Value, json};

/// A document with the things one can say about it.
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) document: &'static str,
    /// The type of the field.
    pub(crate) kind: &'static str,
    /// Every spelling of the type there is, with its readings as JSON text.
    pub(crate) spellings: &'static [(&'static str, &'static [&'static str])],
    pub(crate) values: &'static [&'static str],
    /// `None` must be there: the world is closed under deleting a quote.
    pub(crate) quotes: &'static [Option<&'static str>],
    /// In hundredths; `None` must be there too.
    pub(crate) confidences: &'static [Option<u32>],
    pub(crate) places: &'static [Place],
    /// How many of each list make up the part that is enumerated whole.
    pub(crate) enumerated: [usize; 4],
}

/// What a proposal says about where its quote stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) page: Option<u32>,
    pub(crate) offsets: Offsets,
}

/// Offsets, by what they point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offsets {
    None,
    /// The n-th place of these words, counted from 0.
    Of(&'static str, usize),
    Reversed,
    PastTheEnd,
}

pub(crate) const ANYWHERE: Place = Place {
    page: None,
    offsets: Offsets::None,
};

pub(crate) const fn page(page: u32) -> Place {
    Place {
        page: Some(page),
        offsets: Offsets::None,
    }
}

pub(crate) const fn offsets(offsets: Offsets) -> Place {
    Place {
        page: None,
        offsets,
    }
}

impl Place {
    /// The offsets in code points.
    pub(crate) fn offsets(&self, document: &str) -> Option<(usize, usize)> {
        let chars = |bytes: usize| document[..bytes].chars().count();
        match self.offsets {
            Offsets::None => None,
            Offsets::Of(words, nth) => {
                let (start, found) = document.match_indices(words).nth(nth).unwrap();
                Some((chars(start), chars(start + found.len())))
            }
            Offsets::Reversed => Some((9, 3)),
            Offsets::PastTheEnd => Some((3, document.chars().count() + 1)),
        }
    }
}

/// One candidate of a world.
#[derive(Clone, Copy)]
pub(crate) struct Proposal {
    pub(crate) world: &'static World,
    pub(crate) value: &'static str,
    pub(crate) quote: Option<&'static str>,
    pub(crate) confidence: Option<u32>,
    pub(crate) place: Place,
}

impl Proposal {
    /// The candidate as JSON.
    pub(crate) fn record(&self, field: &str) -> Value {
        let offsets = self.place.offsets(self.world.document);
        json!({
            "field_name": field,
            "value": self.value,
            "quote": self.quote,
            "page": self.place.page,
            "start": offsets.map(|(start, _)| start),
            "end": offsets.map(|(_, end)| end),
            "confidence": self.confidence.map(|hundredths| f64::from(hundredths) / 100.0),
        })
    }
}

/// A value that the document states.
pub(crate) struct StatedValue {
    pub(crate) span: (usize, usize),
    pub(crate) readings: Vec<Value>,
    pub(crate) withdrawn: bool,
}

impl World {
    pub(crate) fn is_text(&self) -> bool {
        self.kind == "text"
    }

    /// What a spelling means; nothing, where its type cannot read it.
    pub(crate) fn read(&self, spelled: &str) -> Vec<Value> {
        if self.is_text() {
            let squeezed: Vec<&str> = spelled.split_whitespace().collect();
            return if squeezed.is_empty() {
                Vec::new()
            } else {
                vec![json!(squeezed.join(" "))]
            };
        }
        let known = self.spellings.iter().find(|(known, _)| *known == spelled);
        known.map_or_else(Vec::new, |(_, readings)| parse_all(readings))
    }

    /// Every value the document states, the longest spelling at each place.
    pub(crate) fn stated(&self) -> Vec<StatedValue> {
        let mut found: Vec<StatedValue> = Vec::new();
        let mut longest_first = self.spellings.to_vec();
        longest_first.sort_by_key(|(spelled, _)| std::cmp::Reverse(spelled.len()));
        for (spelled, readings) in longest_first {
            for (at, _) in self.document.match_indices(spelled) {
                let start = self.document[..at].chars().count();
                let span = (start, start + spelled.chars().count());
                if !found
                    .iter()
                    .any(|one| one.span.0 < span.1 && span.0 < one.span.1)
                {
                    let withdrawn = self.document[..at].ends_with("approximately ");
                    found.push(StatedValue {
                        span,
                        readings: parse_all(readings),
                        withdrawn,
                    });
                }
            }
        }
        found
    }

    /// Every proposal of the part that is enumerated whole.
    pub(crate) fn small(&'static self) -> Vec<Proposal> {
        let [values, quotes, confidences, places] = self.enumerated;
        self.product(values, quotes, confidences, places)
    }

    /// Every proposal there is.
    pub(crate) fn large(&'static self) -> Vec<Proposal> {
        self.product(usize::MAX, usize::MAX, usize::MAX, usize::MAX)
    }

    fn product(
        &'static self,
        values: usize,
        quotes: usize,
        confidences: usize,
        places: usize,
    ) -> Vec<Proposal> {
        let mut all = Vec::new();
        for value in self.values.iter().take(values) {
            for quote in self.quotes.iter().take(quotes) {
                for confidence in self.confidences.iter().take(confidences) {
                    for place in self.places.iter().take(places) {
                        let (quote, confidence, place) = (*quote, *confidence, *place);
                        all.push(Proposal {
                            world: self,
                            value,
                            quote,
                            confidence,
                            place,
                        });
                    }
                }
            }
        }
        all
    }
}

fn parse_all(readings: &[&str]) -> Vec<Value> {
    readings
        .iter()
        .map(|reading| serde_json::from_str(reading).unwrap())
        .collect()
}

/// Dates: two spellings of one, another one, none, an ambiguous one.
pub(crate) static DATES: World = World {
    name: "dates",
    document: "\u{c9}. Rent begins 2024-01-05.\nIt ends on 1 March 2024.\u{c}Due 2024-01-05 again and 2024-03-01 too.\nDated 01/02/2024.\n",
    kind: "date",
    spellings: &[
        ("2024-01-05", &["\"2024-01-05\""]),
        ("January 5, 2024", &["\"2024-01-05\""]),
        ("1 March 2024", &["\"2024-03-01\""]),
        ("2024-03-01", &["\"2024-03-01\""]),
        ("01/02/2024", &["\"2024-01-02\"", "\"2024-02-01\""]),
        ("2024-01-02", &["\"2024-01-02\""]),
    ],
    values: &[
        "2024-01-05",
        "1 March 2024",
        "soon",
        "January 5, 2024",
        "2024-01-02",
        "01/02/2024",
    ],
    quotes: &[
        None,
        Some("begins 2024-01-05"),
        Some("Due 2024-01-05 again and 2024-03-01"),
        Some("ends on\n1 March 2024"),
        Some("2024-01-05"),
        Some("Dated 01/02/2024"),
        Some("starts 2024-01-05"),
        Some(" \n"),
        Some("It ends"),
    ],
    confidences: &[None, Some(70), Some(90), Some(69)],
    places: &[
        ANYWHERE,
        page(2),
        offsets(Offsets::Of("2024-01-05", 1)),
        offsets(Offsets::Of("2024-03-01", 0)),
        offsets(Offsets::Of("begins 2024-01-05", 0)),
        offsets(Offsets::Reversed),
        offsets(Offsets::PastTheEnd),
        page(3),
        Place {
            page: Some(1),
            offsets: Offsets::Of("2024-01-05", 1),
        },
    ],
    enumerated: [3, 3, 3, 1],
};

/// Text: two spellings of one, another one, a part of a word, nothing at all.
pub(crate) static TEXTS: World = World {
    name: "texts",
    document: "The tenant is Bramble\nHoldings of Bern.\u{c}\u{c9}tude: Bramble Holdings signs.\n",
    kind: "text",
    spellings: &[],
    values: &[
        "Bramble Holdings",
        "Bern",
        "Bramble  Holdings",
        "Hold",
        "",
        "Uri",
    ],
    quotes: &[
        None,
        Some("tenant is Bramble Holdings of Bern"),
        Some("Bramble Holdings"),
        Some("the tenant is Bramble"),
        Some(": Bramble\t\nHoldings signs"),
        Some(""),
        Some("of Bern"),
    ],
    confidences: &[None, Some(70), Some(90), Some(69)],
    places: &[
        ANYWHERE,
        page(2),
        offsets(Offsets::Of("Bramble Holdings", 0)),
        offsets(Offsets::Of("Bern", 0)),
        offsets(Offsets::Reversed),
        offsets(Offsets::PastTheEnd),
        page(4),
    ],
    enumerated: [2, 3, 3, 1],
};

/// Money: a cut number, a withdrawn one, two spellings of one, none.
pub(crate) static AMOUNTS: World = World {
    name: "amounts",
    document: "The loan is CHF 1,250,000 in all. The fee is CHF 1,250 a month.\u{c}The cost is approximately CHF 900 a year. The fee stays CHF 1,250 then.\n",
    kind: "money",
    spellings: &[
        (
            "CHF 1,250,000",
            &["{\"amount\":\"1250000\",\"currency\":\"CHF\"}"],
        ),
        ("CHF 1,250", &["{\"amount\":\"1250\",\"currency\":\"CHF\"}"]),
        ("CHF 1250", &["{\"amount\":\"1250\",\"currency\":\"CHF\"}"]),
        ("CHF 900", &["{\"amount\":\"900\",\"currency\":\"CHF\"}"]),
    ],
    values: &[
        "CHF 1,250",
        "CHF 900",
        "plenty",
        "CHF 1,250,000",
        "CHF 1250",
    ],
    quotes: &[
        None,
        Some("fee is CHF 1,250 a month"),
        Some("approximately CHF 900"),
        Some("loan is CHF 1,250"),
        Some("is CHF 1,250,000 in all"),
        Some("stays CHF 1,250"),
        Some("fee is CHF 1,350 a month"),
        Some("CHF 1,250 "),
    ],
    confidences: &[None, Some(70), Some(90), Some(69)],
    places: &[
        ANYWHERE,
        page(2),
        offsets(Offsets::Of("CHF 1,250", 1)),
        offsets(Offsets::Of("CHF 1,250,000", 0)),
        offsets(Offsets::Reversed),
        offsets(Offsets::PastTheEnd),
        page(0),
    ],
    enumerated: [3, 3, 3, 1],
};
