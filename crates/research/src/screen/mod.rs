//! The injection screen: a tripwire for text that gives orders to a machine.
//!
//! The text is never changed. A folded *view* of it, with a map back, is what
//! the rules look at (`view.rs`); stretches that are encoded are decoded and
//! looked at again (`decode.rs`). Rules are a published table (`rules.toml`,
//! `orders.toml`, `languages.toml`).
//! A rule is tried only around its trigger words, so that a page without any
//! costs one pass (`find.rs`). A strong hit in a visible sentence that reports an
//! attack in the third person is lowered to weak (`reported.rs`), in no other case.

mod clean;
mod decode;
mod escapes;
#[cfg(test)]
mod everywhere;
mod find;
mod letters;
mod reported;
mod result;
mod rules;
mod scout;
mod view;
mod words;

use std::ops::Range;

use groundstop_canon::sha256_hex;
use groundstop_contract::CharacterFlag;
use groundstop_document::{Document, HiddenLayer, LayerKind};

pub use clean::{Cleaned, MARK};
pub use result::{
    Allowed, Event, Hit, HitTier, Layer, RulesRecord, ScreenReport, ScreenedDocument, ScreenedName,
    Screening, Verdict,
};
pub use rules::{Rule, RuleError, Rules};

use find::Found;
use scout::Scouted;
use view::View;

/// How deep encodings are taken apart.
const DECODE_DEPTH: u8 = 2;
/// How much is looked at in one go, and how much of it again with the next.
const PIECE_BYTES: usize = 1 << 20;
const OVERLAP_BYTES: usize = 4096;
/// How many hits are listed; the event counts all of them.
const HITS_LISTED: usize = 1_000;

/// The screen: the rules, made ready once.
#[derive(Debug)]
pub struct Screen {
    rules: Rules,
}

impl Screen {
    /// The screen with the published rules.
    ///
    /// # Errors
    /// Where the table that was compiled in is broken, which a test excludes.
    pub fn published() -> Result<Screen, RuleError> {
        Ok(Screen {
            rules: Rules::published()?,
        })
    }

    /// The screen with some of the published rules left out, to see what they do.
    ///
    /// # Errors
    /// As [`Screen::published`].
    pub fn without(left_out: impl Fn(&Rule) -> bool) -> Result<Screen, RuleError> {
        Ok(Screen {
            rules: Rules::published()?.without(left_out)?,
        })
    }

    /// The rules in use.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Screens one text that stood in one layer.
    #[must_use]
    pub fn text(&self, text: &str, layer: Layer) -> Screening {
        let mut hits = Vec::new();
        self.into(text, layer, &mut hits);
        self.screening(hits, &sha256_hex(text.as_bytes()))
    }

    /// Screens a document: what is shown, what is hidden, and each layer apart.
    /// Offsets in other layers than the visible one count within that layer's text.
    #[must_use]
    pub fn document(&self, document: &Document) -> Screening {
        let mut hits = Vec::new();
        self.into(document.text(), Layer::Visible, &mut hits);
        let unseen = unseen(document);
        // What nobody sees is looked at apart, and told once.
        hits.retain(|hit: &Hit| {
            let after = unseen.partition_point(|span| span.start <= hit.bytes.start);
            let before = after.checked_sub(1).and_then(|last| unseen.get(last));
            before.is_none_or(|span| span.end < hit.bytes.end)
        });
        self.look_at_unseen(document.text(), unseen, &mut hits);
        self.look_at_layers(document.hidden_layers(), &mut hits);
        self.screening(hits, document.text_sha256())
    }

    /// Each kind of layer is looked at as one text: an order may be spread over
    /// several of them. A hit belongs to the layer it begins in.
    fn look_at_layers(&self, layers: &[HiddenLayer], hits: &mut Vec<Hit>) {
        for kind in LayerKind::ALL {
            let mut joined = String::new();
            let mut starts: Vec<(usize, usize)> = Vec::new();
            let own = layers.iter().enumerate();
            for (index, layer) in own.filter(|(_, layer)| layer.kind == *kind) {
                starts.push((joined.len(), index));
                joined.push_str(&layer.text);
                joined.push('\n');
            }
            let from = hits.len();
            self.into(&joined, layer_of(*kind), hits);
            for hit in hits.iter_mut().skip(from) {
                let after = starts.partition_point(|(start, _)| *start <= hit.bytes.start);
                let Some((start, index)) = after.checked_sub(1).and_then(|at| starts.get(at))
                else {
                    continue;
                };
                let length = layers.get(*index).map_or(0, |layer| layer.text.len());
                hit.part = Some(*index);
                hit.bytes.start = hit.bytes.start.saturating_sub(*start).min(length);
                hit.bytes.end = hit.bytes.end.saturating_sub(*start).min(length);
            }
            let fresh = hits.get_mut(from..).unwrap_or_default();
            fresh.sort_by_key(|hit| hit.part);
            for own in fresh.chunk_by_mut(|a, b| a.part == b.part) {
                let part = own.first().and_then(|hit| hit.part);
                let text = part.and_then(|index| layers.get(index));
                own.iter_mut().for_each(|hit| (hit.start, hit.end) = (0, 0));
                count_characters(text.map_or("", |layer| &layer.text), own);
            }
        }
    }

    /// Characters of the text that nobody sees are a layer of their own.
    fn look_at_unseen(&self, text: &str, spans: Vec<Range<usize>>, hits: &mut Vec<Hit>) {
        for span in spans {
            let Some(hidden) = text.get(span.clone()) else {
                continue;
            };
            let from = hits.len();
            self.into(hidden, Layer::Hidden, hits);
            for hit in hits.iter_mut().skip(from) {
                hit.bytes.start = hit.bytes.start.saturating_add(span.start);
                hit.bytes.end = hit.bytes.end.saturating_add(span.start);
                // They are counted anew, from the start of the whole text.
                (hit.start, hit.end) = (0, 0);
            }
        }
        count_characters(text, hits);
    }

    fn into(&self, text: &str, layer: Layer, hits: &mut Vec<Hit>) {
        let mut found = Vec::new();
        self.look(text, DECODE_DEPTH, &mut found);
        for one in found {
            let Some(rule) = self.rules.get(one.rule) else {
                continue;
            };
            if !rule.applies_in(layer) {
                continue;
            }
            let lowered = rule.tier == HitTier::Strong
                && layer == Layer::Visible
                && !one.decoded
                && reported::reports(text, &one.span);
            hits.push(Hit {
                tier: if lowered { HitTier::Weak } else { rule.tier },
                family: rule.family.clone(),
                rule: rule.id.clone(),
                layer,
                lowered,
                decoded: one.decoded,
                bytes: one.span,
                start: 0,
                end: 0,
                part: None,
            });
        }
        hits.extend(view::hidden_characters(text, layer));
        count_characters(text, hits);
    }

    /// Everything the rules find in a text and in what it encodes. A long text is
    /// looked at in pieces that overlap, so that memory is bounded.
    fn look(&self, text: &str, depth: u8, found: &mut Vec<Found>) {
        let mut start = 0usize;
        loop {
            let end = boundary(text, start.saturating_add(PIECE_BYTES));
            let piece = text.get(start..end).unwrap_or_default();
            let from = found.len();
            self.look_at_piece(piece, depth, found);
            for one in found.iter_mut().skip(from) {
                one.span.start = one.span.start.saturating_add(start);
                one.span.end = one.span.end.saturating_add(start);
            }
            if end >= text.len() {
                break;
            }
            start = boundary(text, end.saturating_sub(OVERLAP_BYTES));
        }
        found.sort_by(|a, b| {
            (a.span.start, a.span.end, a.rule).cmp(&(b.span.start, b.span.end, b.rule))
        });
        found.dedup();
    }

    fn look_at_piece(&self, text: &str, depth: u8, found: &mut Vec<Found>) {
        let view = View::of(text);
        let scouted = scout::scout(view.text());
        let encoded = self.rules.find(view.text(), |rule, span| {
            found.push(Found::plain(rule, view.original(&span)));
        });
        self.look_in_disguise(&view, &scouted, found);
        if depth > 0 {
            let hidden = encoded.into_iter();
            let hidden = hidden.map(|(word, how)| decode::in_clear(view.text(), word, how));
            let pieces = decode::pieces(view.text(), &scouted)
                .into_iter()
                .chain(hidden);
            for piece in pieces {
                let span = view.original(&piece.span);
                self.look_inside(&piece.text, &span, depth, found);
            }
            for piece in decode::smuggled(text) {
                self.look_inside(&piece.text, &piece.span, depth, found);
            }
        }
    }

    /// What was encoded at a place is looked at like any text.
    fn look_inside(&self, text: &str, span: &Range<usize>, depth: u8, found: &mut Vec<Found>) {
        let mut inside = Vec::new();
        self.look(text, depth.saturating_sub(1), &mut inside);
        // What stands there in clear was found already.
        let known: Vec<usize> = found
            .iter()
            .filter(|one| span.start <= one.span.start && one.span.end <= span.end)
            .map(|one| one.rule)
            .collect();
        let fresh = inside.into_iter().filter(|one| !known.contains(&one.rule));
        found.extend(fresh.map(|one| Found {
            rule: one.rule,
            span: span.clone(),
            decoded: true,
        }));
    }

    /// Letters with gaps between them, and digits in the place of letters.
    fn look_in_disguise(&self, view: &View<'_>, scouted: &Scouted, found: &mut Vec<Found>) {
        for stretch in &scouted.spaced {
            let joined = letters::joined(view.text(), stretch);
            self.rules.find_compact(joined.text(), |rule, span| {
                let span = joined.original(&span);
                found.push(Found::plain(rule, view.original(&span)));
            });
        }
        for stretch in &scouted.leet {
            let plain = letters::unleeted(view.text(), stretch);
            self.rules.find_leet(plain.text(), |rule, span| {
                let span = plain.original(&span);
                found.push(Found::plain(rule, view.original(&span)));
            });
        }
    }

    fn screening(&self, mut hits: Vec<Hit>, sha256: &str) -> Screening {
        let event = Event::of(&hits, sha256, self.rules.record().clone());
        let verdict = match (event.strong, event.weak) {
            (0, 0) => Verdict::Clean,
            (0, _) => Verdict::Flagged,
            _ => Verdict::Detected,
        };
        // Where not all can be listed, the strong ones are.
        hits.sort_by_key(|hit| (hit.tier, hit.part, hit.bytes.start, hit.bytes.end));
        hits.truncate(HITS_LISTED);
        hits.sort_by_key(|hit| (hit.part, hit.bytes.start, hit.bytes.end));
        Screening {
            verdict,
            hits,
            rules: self.rules.record().clone(),
            event,
        }
    }
}

/// The stretches of a text that nobody sees.
fn unseen(document: &Document) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let hidden = document.flagged().iter();
    for flagged in hidden.filter(|flagged| flagged.flag == CharacterFlag::Hidden) {
        let (start, end) = (flagged.span.start.0, flagged.span.end.0);
        match spans.last_mut() {
            // Single characters of one hidden stretch come one by one.
            Some(last) if start <= last.end.saturating_add(4) => last.end = last.end.max(end),
            _ => spans.push(start..end),
        }
    }
    spans
}

/// The next character boundary from here on.
fn boundary(text: &str, wanted: usize) -> usize {
    (wanted..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

/// Fills in code-point offsets of the hits that have none yet, in one pass.
fn count_characters(text: &str, hits: &mut [Hit]) {
    let fresh = hits.iter_mut().filter(|hit| hit.end == 0);
    let mut places: Vec<(usize, &mut u64)> = Vec::new();
    for hit in fresh {
        places.push((hit.bytes.start, &mut hit.start));
        places.push((hit.bytes.end, &mut hit.end));
    }
    places.sort_by_key(|(byte, _)| *byte);
    let (mut at, mut characters) = (0usize, 0u64);
    for (byte, slot) in places {
        let between = text.get(at..byte).unwrap_or_default();
        characters = characters.saturating_add(u64::try_from(between.chars().count()).unwrap_or(0));
        at = at.max(byte);
        *slot = characters;
    }
}

fn layer_of(kind: LayerKind) -> Layer {
    match kind {
        LayerKind::Hidden => Layer::Hidden,
        LayerKind::Comment => Layer::Comment,
        LayerKind::Attribute => Layer::Attribute,
        LayerKind::Metadata => Layer::Metadata,
        LayerKind::Deleted => Layer::Deleted,
        LayerKind::Attachment => Layer::Attachment,
        LayerKind::Script => Layer::Script,
    }
}
