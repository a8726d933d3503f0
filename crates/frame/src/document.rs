//! What is found out about a whole document once, before any value is judged.
//!
//! A heading says what stands under it ("Sample Calculation"), a stamp says what
//! the paper is worth ("VOID"), a caption says what its figures are counted in
//! ("in thousands"), and a definition says what a sign means ("$" means Canadian
//! dollars).

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_language::Language;
use groundstop_value::Kind;
use groundstop_value::context::statement_around;

use crate::Frame;
use crate::amended::Amendments;
use crate::around::line_bounds;
use crate::asks::Asks;
use crate::heard;
use crate::lexicon::{Class, LEXICON};
use crate::several::schedule;
use crate::shown::{is_caption, shown, words_shown};
use crate::spoken::{self, Unheard};
use crate::token::tokens;

/// A heading with what it does to the text under it.
#[derive(Clone, Debug)]
struct Heading {
    /// Its bytes.
    line: Range<usize>,
    /// Its level; a deeper one has the greater number.
    level: u8,
    /// Why what stands under it is not said by the document.
    code: Option<RejectCode>,
}

/// What holds for whole parts of a document.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    headings: Vec<Heading>,
    /// A stamp over the whole paper.
    stamp: Option<Range<usize>>,
    /// Captions that scale the figures under them.
    scales: Vec<(Range<usize>, bool)>,
    /// A definition of the currency sign.
    currency: Option<Range<usize>>,
    /// The document's language, where its words are not known.
    language: Option<Unheard>,
    /// The document's language, where it is another than English and its words are known.
    heard: Option<&'static Language>,
    /// Sentences that tell whoever reads what to do, found by the injection screen, in order.
    orders: Vec<Range<usize>>,
    /// What the document changes in itself.
    amendments: Amendments,
}

/// A heading is a short line.
const HEADING_MAX_BYTES: usize = 90;
/// How much of a document tells its language, in bytes.
const LANGUAGE_BYTES: usize = 4_000;
/// How far a caption reaches over a table, in bytes.
const CAPTION_MAX_BYTES: usize = 6_000;

impl Setting {
    /// Looks through a document's text, line by line.
    #[must_use]
    pub fn of(text: &str) -> Setting {
        let head = text.floor_char_boundary(LANGUAGE_BYTES.min(text.len()));
        let words = tokens(text, 0..head, &(0..0));
        let mut setting = Setting {
            language: spoken::of_document(&words),
            heard: spoken::of_text(text),
            amendments: Amendments::of(text),
            ..Setting::default()
        };
        let mut at = 0_usize;
        let mut blank = true;
        let mut above_line = "";
        // Whether a sentence stands above: what begins a document is the paper itself.
        let mut said_before = false;
        for line in text.split_inclusive('\n') {
            let trimmed = line.trim();
            let start = at.saturating_add(line.len().saturating_sub(line.trim_start().len()));
            let place = start..start.saturating_add(trimmed.len());
            at = at.saturating_add(line.len());
            if trimmed.is_empty() {
                blank = true;
                continue;
            }
            let above = blank;
            let next_blank = text.get(at..).is_none_or(|rest| {
                rest.is_empty() || rest.trim_start_matches([' ', '\r', '\t']).starts_with('\n')
            });
            setting.read(text, trimmed, &place, above && next_blank, above);
            if said_before && is_form(above_line, trimmed) {
                setting.headings.push(Heading {
                    line: place,
                    level: 0,
                    code: Some(RejectCode::Example),
                });
            }
            said_before |= above_line.ends_with('.');
            above_line = trimmed;
            blank = false;
        }
        setting
    }

    /// The same with orders to the reader, as byte ranges of the text.
    #[must_use]
    pub fn with_orders(mut self, orders: &[Range<usize>]) -> Setting {
        self.orders = orders.to_vec();
        self.orders.sort_by_key(|order| order.start);
        self
    }

    fn read(&mut self, text: &str, line: &str, place: &Range<usize>, alone: bool, above: bool) {
        let lower = line.to_lowercase();
        if is_stamp(line) && alone
            || is_banner(line, place)
            || disclaims(&lower)
            || belies(text, place)
        {
            self.stamp.get_or_insert(place.clone());
        }
        if scales(&lower) {
            let whole =
                lower.contains("amounts") || lower.contains("figures") || lower.contains("unless");
            self.scales.push((place.clone(), whole));
        }
        if (lower.contains("\"$\"")
            || lower.contains("\u{201c}$\u{201d}")
            || lower.contains("dollar amounts"))
            && (lower.contains("mean") || lower.contains("refer") || lower.contains(" in "))
        {
            self.currency.get_or_insert(place.clone());
        }
        let next = text.get(place.end..).unwrap_or_default().trim_start();
        let head = heading(line, alone, above)
            .or_else(|| is_caption(text, line, place, alone || is_item(next)).then_some(3));
        if let Some(level) = head {
            // A list of exhibits names them; only the last of its lines can head one.
            let listed = self.headings.last().is_some_and(|last| {
                last.level == 0
                    && level == 0
                    && text
                        .get(last.line.end..place.start)
                        .is_some_and(|between| between.trim().is_empty())
            });
            if listed && let Some(last) = self.headings.last_mut() {
                last.code = None;
            }
            self.headings.push(Heading {
                line: place.clone(),
                level,
                code: shown(text, place).or_else(|| self.shown_in_its_language(text, place)),
            });
        }
    }

    /// The same of a heading in the document's own language.
    fn shown_in_its_language(&self, text: &str, place: &Range<usize>) -> Option<RejectCode> {
        let lexicon = self.heard.and_then(heard::lexicon_of)?;
        heard::heading(lexicon, text, place)
    }

    /// What the headings, stamps and captions above make of a value at a place of the document.
    #[must_use]
    pub fn frame(&self, kind: &Kind, text: &str, place: &Range<usize>) -> Frame {
        self.frame_of_part(kind, text, place)
            .or(|| schedule(kind, text, place))
            .or(|| self.spoken(text, place))
    }

    /// The same without what the lines beside the value's own make of it.
    #[must_use]
    pub fn frame_of_part(&self, kind: &Kind, text: &str, place: &Range<usize>) -> Frame {
        self.ordered(text, place)
            .or(|| self.over(kind, place))
            .or(|| self.amendments.frame(text, place))
    }

    /// What a row of a form says about the value in it: the row's own words, in the document's language.
    #[must_use]
    pub fn frame_of_row(
        &self,
        kind: &Kind,
        text: &str,
        row: &Range<usize>,
        place: &Range<usize>,
        asks: &Asks,
    ) -> Frame {
        let own = row.clone();
        crate::frame_in(kind, text, own, place.clone(), asks, self.heard)
    }

    /// Whether the document is in a language beside English whose words are known.
    #[must_use]
    pub fn is_heard_otherwise(&self) -> bool {
        self.heard.is_some()
    }

    /// Whether the document changes what stands at a place elsewhere.
    #[must_use]
    pub fn is_changed(&self, text: &str, place: &Range<usize>) -> bool {
        self.amendments.frame(text, place) != Frame::Asserted
    }

    /// A sentence that holds an order to whoever reads it says what the order says.
    fn ordered(&self, text: &str, place: &Range<usize>) -> Frame {
        if self.orders.is_empty() {
            return Frame::Asserted;
        }
        let own = statement_around(text, place.clone());
        let order = self
            .orders
            .iter()
            .find(|order| order.start < own.end && own.start < order.end);
        match order {
            Some(order) => Frame::Withdrawn {
                code: RejectCode::Instruction,
                because: order.clone(),
            },
            None => Frame::Asserted,
        }
    }

    fn spoken(&self, text: &str, place: &Range<usize>) -> Frame {
        let own = line_bounds(text, statement_around(text, place.clone()), place);
        // Columns, cells and entries one below the other are no sentence.
        let laid_out = text.get(own.clone()).is_some_and(|said| {
            said.contains("  ") || said.contains(['\t', '|']) || said.matches('\n').count() > 2
        });
        let words = tokens(text, own, place);
        match spoken::of_sentence(&words, self.language) {
            Some(Unheard::Unknown) if laid_out => Frame::Asserted,
            Some(unheard) => Frame::Unheard(unheard),
            None => Frame::Asserted,
        }
    }

    fn over(&self, kind: &Kind, place: &Range<usize>) -> Frame {
        if let Some(stamp) = &self.stamp {
            return Frame::Unclear {
                because: stamp.clone(),
            };
        }
        let above = self
            .headings
            .iter()
            .rev()
            .filter(|heading| heading.line.end <= place.start);
        let mut level = u8::MAX;
        for heading in above {
            if heading.level >= level {
                continue;
            }
            level = heading.level;
            if let Some(code) = heading.code {
                return Frame::Withdrawn {
                    code,
                    because: heading.line.clone(),
                };
            }
            if level == 0 {
                break;
            }
        }
        if let Kind::Money { .. } | Kind::Number { .. } = kind {
            let scaled = self.scales.iter().rev().find(|(line, whole)| {
                line.end <= place.start
                    && (*whole || place.start.saturating_sub(line.end) <= CAPTION_MAX_BYTES)
                    || line.start <= place.start && place.start < line.end
            });
            if let Some((line, _)) = scaled {
                return Frame::Unclear {
                    because: line.clone(),
                };
            }
        }
        match (kind, &self.currency) {
            (
                Kind::Money {
                    currency: Some(_), ..
                },
                Some(line),
            ) => Frame::Unclear {
                because: line.clone(),
            },
            _ => Frame::Asserted,
        }
    }
}

/// A word that stands alone on its line and takes back the paper.
fn is_stamp(line: &str) -> bool {
    const STAMPS: &[&str] = &[
        "void",
        "draft",
        "specimen",
        "sample",
        "cancelled",
        "canceled",
        "superseded",
        "not executed",
        "for discussion purposes only",
        "withdrawn",
        "obsolete",
        "not valid",
        "template",
    ];
    let plain = line.trim_matches(|c: char| !c.is_alphanumeric());
    let loud = !plain.chars().any(char::is_lowercase);
    loud && STAMPS.iter().any(|stamp| plain.eq_ignore_ascii_case(stamp)) || is_numbered_draft(plain)
}

/// "*** VOID - raised in duplicate ***", "[Archived copy: version 3 is in force.]": a line set off by
/// marks from all others, which takes back the paper.
fn is_banner(line: &str, place: &Range<usize>) -> bool {
    const LOUD: &[&str] = &[
        "VOID",
        "CANCELLED",
        "CANCELED",
        "SUPERSEDED",
        "WITHDRAWN",
        "OBSOLETE",
        "SPECIMEN",
        "SAMPLE",
        "REVOKED",
        "REJECTED",
    ];
    const QUIET: &[&str] = &[
        "archived copy",
        "archived version",
        "superseded",
        "obsolete",
        "out of date",
        "withdrawn",
        "no longer in force",
        "no longer current",
    ];
    const TOP_BYTES: usize = 600;
    let starred = ["***", "===", "---", "###", ">>>"]
        .iter()
        .any(|marks| line.starts_with(marks));
    let first = line
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty());
    let lower = line.to_lowercase();
    let bracketed = line.starts_with('[') && line.ends_with(']') && place.start < TOP_BYTES;
    starred && first.is_some_and(|word| LOUD.contains(&word))
        || bracketed && QUIET.iter().any(|words| lower.contains(words))
}

/// "DRAFT 0.3, unsigned, for internal comment": a version of a paper that is none yet.
fn is_numbered_draft(line: &str) -> bool {
    const STAMP_MAX_WORDS: usize = 12;
    let mut words = line.split_whitespace();
    let first = words
        .next()
        .is_some_and(|word| matches!(word, "DRAFT" | "Draft"));
    let version = words.next().is_some_and(|word| {
        let number = word
            .trim_start_matches(['v', 'V'])
            .trim_matches(['.', ',', ';', ':']);
        number.len() <= 4
            && number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || c == '.')
    });
    first && version && line.split_whitespace().count() <= STAMP_MAX_WORDS && !line.ends_with('.')
}

/// "Non-binding term sheet", "Nothing below is agreed": the paper says of itself that it binds nobody.
fn disclaims(lower: &str) -> bool {
    const PAPERS: &[&str] = &[
        "term sheet",
        "letter of intent",
        "heads of terms",
        "memorandum of understanding",
        "summary",
        "proposal",
        "discussion",
        "outline",
        "draft",
    ];
    let unbinding = [
        "non-binding",
        "nonbinding",
        "not binding",
        "not legally binding",
    ];
    let paper = unbinding.iter().any(|word| {
        lower
            .find(word)
            .is_some_and(|at| at < 60 && PAPERS.iter().any(|paper| lower.contains(paper)))
    });
    // "These heads of terms are circulated for comment and nobody has yet signed them."
    let unsigned = [
        "circulated for comment",
        "circulated for discussion",
        "for discussion only",
        "for discussion purposes",
        "has yet signed",
        "have not yet signed",
        "not yet been signed",
        "not yet been executed",
        "not yet signed",
    ];
    let own = lower.starts_with("this ") || lower.starts_with("these ");
    let unsigned = own
        && unsigned.iter().any(|words| lower.contains(words))
        && PAPERS.iter().any(|paper| lower.contains(paper));
    let below = [
        "nothing below",
        "none of the below",
        "none of the following terms",
    ];
    // "This paper creates no obligation of any kind", "Nothing in it has been agreed".
    let idle = own
        && [
            "creates no ",
            "create no ",
            "imposes no ",
            "gives rise to no ",
        ]
        .iter()
        .any(|words| {
            lower.find(words).is_some_and(|at| {
                let subject = lower.get(..at).unwrap_or_default();
                let object = lower.get(at..).unwrap_or_default();
                subject.len() < 40
                    && !subject.contains("agreement")
                    && ["obligation", "legal relation", "contract"]
                        .iter()
                        .any(|noun| object.contains(noun) && object.find(noun) < Some(36))
            })
        });
    let agreed = [
        "nothing in it has been agreed",
        "nothing in this paper has been agreed",
    ];
    let agreed = agreed.iter().any(|words| lower.contains(words));
    let indicative = [
        "indicative heads",
        "indicative term",
        "indicative offer",
        "indicative proposal",
    ];
    let indicative = indicative
        .iter()
        .any(|words| lower.contains(words) && lower.len() < 90);
    paper
        || unsigned
        || idle
        || agreed
        || indicative
        || below.iter().any(|words| lower.contains(words))
}

/// "Figures below are not actual values", "printed by mistake below this line; please ignore": a line
/// that says what the lines after it are worth.
fn belies(text: &str, place: &Range<usize>) -> bool {
    const SHOWN: &[&str] = &[
        "amounts", "dates", "entries", "figure", "figures", "number", "numbers", "prices", "rates",
        "values", "terms", "line", "lines",
    ];
    const REAL: &[&str] = &[
        "actual", "agreed", "binding", "correct", "final", "real", "true", "valid",
    ];
    // A caption is a short line; a long one holds all kinds of words.
    const CAPTION_MAX_BYTES: usize = 160;
    if place.len() > CAPTION_MAX_BYTES {
        return false;
    }
    let words = tokens(text, place.clone(), &(0..0));
    let has = |list: &[&str]| words.iter().any(|word| word.is_any(list));
    if !has(&["above", "below", "following", "beneath", "underneath"]) || !has(SHOWN) {
        return false;
    }
    if has(&["above"]) {
        return has(&[
            "placeholder",
            "placeholders",
            "invented",
            "fictitious",
            "imaginary",
        ]);
    }
    let unreal = words.iter().enumerate().any(|(at, word)| {
        word.is("not")
            && words
                .iter()
                .skip(at.saturating_add(1))
                .take(2)
                .any(|next| next.is_any(REAL))
    });
    let mistaken = has(&["ignore", "disregard"]) || {
        let marks = LEXICON.marks(&words);
        marks
            .iter()
            .any(|mark| matches!(mark.class, Class::Example | Class::False | Class::Supposed))
    };
    unreal || mistaken
}

/// "EXHIBIT F" above "FORM OF LEASE": a form that a paper has annexed. The exhibits of a filing have
/// numbers, or stand alone, and are the papers themselves.
fn is_form(above: &str, line: &str) -> bool {
    const ANNEXED: &[&str] = &["exhibit", "annex", "appendix", "schedule", "attachment"];
    let mut words = above.split_whitespace();
    let named = words
        .next()
        .is_some_and(|word| ANNEXED.contains(&word.to_lowercase().as_str()));
    let letter = words.next().is_some_and(|word| {
        let letter = word.trim_matches(|c: char| !c.is_alphanumeric());
        letter.len() == 1 && letter.chars().all(|c| c.is_ascii_uppercase())
    });
    named && letter && words.next().is_none() && line.starts_with("FORM OF ")
}

/// "(in thousands)", "amounts are in USD millions".
fn scales(lower: &str) -> bool {
    const SCALES: &[&str] = &[
        "thousand", "million", "billion", "lakhs", "crores", "'000", "000s",
    ];
    let caption = lower.contains("(in ")
        || lower.contains("amounts")
        || lower.contains("figures")
        || lower.starts_with("in ")
        || lower.contains("(unit")
        || lower.contains("stated in")
        || lower.contains("expressed in");
    caption
        && (SCALES.iter().any(|scale| lower.contains(scale))
            || lower.contains("unit: million")
            || lower.contains("unit: thousand"))
}

/// The level of a heading; nothing where a line is none.
fn heading(line: &str, alone: bool, above: bool) -> Option<u8> {
    if line.len() > HEADING_MAX_BYTES
        || line.ends_with(['.', ',', ';', ':'])
        || !line.chars().any(char::is_alphabetic)
    {
        return None;
    }
    let lower = line.to_lowercase();
    let first = lower
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    let head = line.split('(').next().unwrap_or(line);
    let loud = !head.chars().any(char::is_lowercase) && head.chars().any(char::is_alphabetic);
    match first {
        "exhibit" | "annex" | "appendix" | "schedule" | "attachment" | "addendum" => {
            return (alone || above && words_shown(line)).then_some(0);
        }
        "article" | "part" | "chapter" => return Some(1),
        "section" => return Some(2),
        _ => {}
    }
    // A paper's own title ends what an exhibit before it showed.
    const TITLES: &[&str] = &[
        "agreement",
        "amendment",
        "lease",
        "contract",
        "addendum",
        "deed",
        "note",
    ];
    let words = lower.split(|c: char| !c.is_alphanumeric());
    if loud && alone && words.into_iter().any(|word| TITLES.contains(&word)) {
        return Some(0);
    }
    let titled = line
        .split_whitespace()
        .filter(|word| word.chars().count() > 3)
        .all(|word| word.starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic()));
    let plain = line.trim_start_matches('#');
    if plain.len() < line.len() {
        let depth = line.len().saturating_sub(plain.len());
        return Some(u8::try_from(depth).unwrap_or(u8::MAX).saturating_add(1));
    }
    match (
        loud && head.split_whitespace().count() <= 10,
        titled && alone && !line.contains([':', '|', '$']),
    ) {
        (true, _) if alone || above || words_shown(line) => Some(1),
        (_, true) => Some(3),
        _ => None,
    }
}

/// Whether a text begins with the mark of an item: "5.", "(a)".
fn is_item(text: &str) -> bool {
    let mark = text.split_whitespace().next().unwrap_or_default();
    let plain = mark.trim_matches(['(', ')', '.']);
    plain.len() < mark.len()
        && (plain.chars().all(|c| c.is_ascii_digit()) || plain.chars().count() == 1)
        && !plain.is_empty()
}
