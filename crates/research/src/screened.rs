//! Tool output that passed the screen.
//!
//! [`Screened`] has one maker, and making one means screening it: whoever holds tool
//! output in this type holds it with everything the screen had to say about it, and a
//! run takes it in no other form.

use groundstop_document::{ByteSpan, Document};

use crate::call::{Found, Link};
use crate::screen::{Hit, HitTier, Layer, Screen, Screening};
use crate::validate::spoken;

/// The most places of orders that are told of one call.
const PLACES_MAX: usize = 20;
/// How much of an order is shown, in characters.
const EXCERPT_CHARS: usize = 160;

/// What a call returned, screened whole: every text, every layer, every address.
#[derive(Debug)]
pub struct Screened {
    found: Found,
    /// One for each document or page of `found`, in its order.
    looks: Vec<SourceLook>,
    strong: u64,
    weak: u64,
    places: Vec<OrderPlace>,
}

/// What the screen has to say about one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLook {
    /// What may not be quoted of it.
    pub stripped: Vec<ByteSpan>,
    /// Whether an order to a machine stands in it, in its name or in its address.
    pub is_injected: bool,
}

/// Where an order to a machine stands, for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPlace {
    /// The document's name, the page's address, or nothing for the words of a search
    /// engine.
    pub source: Option<String>,
    /// The page of the document, counted from 1, where it stands in its text.
    pub page: Option<u32>,
    /// The layer it stands in.
    pub layer: Layer,
    /// Its first character in that layer, in code points.
    pub start: u64,
    /// One past its last.
    pub end: u64,
    /// The rule of the screen that knows it.
    pub rule: String,
    /// The order itself, shortened.
    pub excerpt: String,
}

impl Screened {
    /// Screens what a call returned. A vendor may repeat the question that it was asked;
    /// that is nobody's order.
    #[must_use]
    pub fn new(found: Found, screen: &Screen, question: &str) -> Screened {
        let mut looker = Looker {
            screen,
            strong: 0,
            weak: 0,
            places: Vec::new(),
        };
        let looks = match &found {
            Found::Documents(documents) => documents
                .iter()
                .map(|one| {
                    let named = looker.text(&one.name, Some(&one.name));
                    looker.document(&one.document, &one.name, named)
                })
                .collect(),
            Found::Links { links, texts } => {
                looker.search(links, texts, question);
                Vec::new()
            }
            Found::Page(page) => {
                let addressed = looker.address(&page.url, Some(&page.url));
                let look = match &page.document {
                    Ok(document) => looker.document(document, &page.url, addressed),
                    Err(_) => SourceLook {
                        is_injected: addressed,
                        ..SourceLook::default()
                    },
                };
                vec![look]
            }
        };
        Screened {
            looks,
            strong: looker.strong,
            weak: looker.weak,
            places: looker.places,
            found,
        }
    }

    /// What the call returned.
    #[must_use]
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// How many strong and how many weak hits there are.
    #[must_use]
    pub fn hits(&self) -> (u64, u64) {
        (self.strong, self.weak)
    }

    /// What the call returned, what the screen says of each source in it, and where
    /// orders stand.
    #[must_use]
    pub fn into_parts(self) -> (Found, Vec<SourceLook>, Vec<OrderPlace>) {
        (self.found, self.looks, self.places)
    }
}

/// Screens part after part and adds up what is found.
struct Looker<'s> {
    screen: &'s Screen,
    strong: u64,
    weak: u64,
    places: Vec<OrderPlace>,
}

impl Looker<'_> {
    fn search(&mut self, links: &[Link], texts: &[String], question: &str) {
        for text in texts {
            if text != question {
                self.text(text, None);
            }
        }
        for link in links {
            self.address(&link.url, None);
        }
    }

    /// Screens a document; one whose name or address is an order is injected, too.
    fn document(&mut self, document: &Document, source: &str, named: bool) -> SourceLook {
        let screening = self.screen.document(document);
        self.note(&screening, Some(source), In::Document(document));
        let listed = u64::try_from(screening.hits.len()).unwrap_or(u64::MAX);
        let event = &screening.event;
        let stripped = if listed < event.strong.saturating_add(event.weak) {
            // Where not all hits are listed, nothing can be quoted safely.
            vec![ByteSpan::new(0, document.text().len())]
        } else {
            let visible = screening.hits.iter();
            visible
                .filter(|hit| hit.layer == Layer::Visible && hit.tier == HitTier::Weak)
                .map(|hit| ByteSpan::new(hit.bytes.start, hit.bytes.end))
                .collect()
        };
        SourceLook {
            stripped,
            is_injected: named || event.strong > 0,
        }
    }

    /// Screens an address, as it is written and as it is meant to be read; whether an
    /// order stands in it.
    fn address(&mut self, url: &str, source: Option<&str>) -> bool {
        let written = self.text(url, source);
        let meant = spoken(url).is_some_and(|said| self.text(&said, source));
        written || meant
    }

    /// Screens a text beside the sources' own; whether an order stands in it.
    fn text(&mut self, text: &str, source: Option<&str>) -> bool {
        let screening = self.screen.text(text, Layer::Metadata);
        self.note(&screening, source, In::Text(text));
        screening.event.strong > 0
    }

    fn note(&mut self, screening: &Screening, source: Option<&str>, place: In<'_>) {
        self.strong = self.strong.saturating_add(screening.event.strong);
        self.weak = self.weak.saturating_add(screening.event.weak);
        let room = PLACES_MAX.saturating_sub(self.places.len());
        let strong = screening.hits.iter();
        let strong = strong.filter(|hit| hit.tier == HitTier::Strong).take(room);
        self.places.extend(strong.map(|hit| place.of(hit, source)));
    }
}

/// Where something was screened.
#[derive(Clone, Copy)]
enum In<'a> {
    Document(&'a Document),
    Text(&'a str),
}

impl In<'_> {
    fn of(self, hit: &Hit, source: Option<&str>) -> OrderPlace {
        let (text, page) = match (self, hit.part) {
            (In::Text(text), _) => (text, None),
            (In::Document(document), Some(part)) => {
                let layer = document.hidden_layers().get(part);
                (layer.map_or("", |layer| layer.text.as_str()), None)
            }
            (In::Document(document), None) => {
                let span = ByteSpan::new(hit.bytes.start, hit.bytes.end);
                (document.text(), Some(document.page_of(span.start)))
            }
        };
        let order = text.get(hit.bytes.clone()).unwrap_or_default();
        OrderPlace {
            source: source.map(str::to_owned),
            page,
            layer: hit.layer,
            start: hit.start,
            end: hit.end,
            rule: hit.rule.clone(),
            excerpt: order.chars().take(EXCERPT_CHARS).collect(),
        }
    }
}
