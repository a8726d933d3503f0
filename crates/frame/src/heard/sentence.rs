//! What the words of its own sentence do to a value.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::{Kind, read_all, read_whole};

use crate::Frame;
use crate::asks::Asks;
use crate::heard::lexicon::{Found, Sense};
use crate::heard::parts::{Edge, Said};
use crate::token::{Shape, Token};

/// Words that have the whole clause in their reach, with what they make of it.
pub(crate) const TAKING_BACK: &[(Sense, RejectCode)] = &[
    (Sense::Denies, RejectCode::Negated),
    (Sense::False, RejectCode::Negated),
    (Sense::Reported, RejectCode::Reported),
    (Sense::Proposed, RejectCode::Proposed),
    (Sense::Disputed, RejectCode::Reported),
    (Sense::Supposed, RejectCode::Supposed),
    (Sense::Asked, RejectCode::Asked),
    (Sense::Past, RejectCode::Superseded),
    (Sense::Example, RejectCode::Example),
    (Sense::Draft, RejectCode::Proposed),
    (Sense::Deleted, RejectCode::Superseded),
    (Sense::Order, RejectCode::Instruction),
    (Sense::Modal, RejectCode::Supposed),
];

/// How near before a value a word stands that bounds it or is computed with.
const BESIDE_TOKENS: usize = 5;

pub(crate) fn frame(
    kind: &Kind,
    text: &str,
    range: &Range<usize>,
    span: &Range<usize>,
    said: &Said,
    asks: &Asks,
) -> Frame {
    let judge = Judge { kind, said, asks };
    judge
        .asked()
        .or(|| judge.own_part())
        .or(|| judge.governed())
        .or(|| judge.parts_before())
        .or(|| judge.parts_after())
        .or(|| judge.conditions())
        .or(|| judge.quoted())
        .or(|| judge.beside())
        .or(|| judge.alternatives(text, range, span))
}

/// What a phrase makes of a statement, where it can take one back.
pub(crate) fn code_of(sense: Sense) -> Option<RejectCode> {
    let known = TAKING_BACK.iter().find(|(taking, _)| *taking == sense);
    known.map(|(_, code)| *code)
}

struct Judge<'a> {
    kind: &'a Kind,
    said: &'a Said,
    asks: &'a Asks,
}

impl Judge<'_> {
    fn withdrawn(&self, code: RejectCode, one: Found) -> Frame {
        if self.asks.forgives(self.kind, code) {
            return Frame::Asserted;
        }
        Frame::Withdrawn {
            code,
            because: self.said.bytes(one),
        }
    }

    fn unclear(&self, one: Found) -> Frame {
        Frame::Unclear {
            because: self.said.bytes(one),
        }
    }

    fn unclear_at(&self, at: usize) -> Frame {
        self.unclear(Found {
            sense: Sense::That,
            start: at,
            end: at.saturating_add(1),
        })
    }

    /// A question says nothing.
    fn asked(&self) -> Frame {
        let marks = (0..self.said.tokens.len()).filter(|at| self.said.is_visible(*at));
        let asks = marks
            .filter(|at| self.said.is(*at, &["?", "\u{bf}"]))
            .find(|at| *at > self.said.value || self.said.is(*at, &["\u{bf}"]));
        match asks {
            Some(at) => self.withdrawn(
                RejectCode::Asked,
                Found {
                    sense: Sense::Asked,
                    start: at,
                    end: at.saturating_add(1),
                },
            ),
            None => Frame::Asserted,
        }
    }

    /// Words in the value's own part, on either side of it.
    fn own_part(&self) -> Frame {
        let said = self.said;
        let own = said.own_part();
        let mut frame = Frame::Asserted;
        for one in said.found.iter().copied() {
            let inside = own.contains(&one.start);
            if !inside || !(said.is_visible(one.start) || self.is_noted(one)) {
                continue;
            }
            let Some(code) = code_of(one.sense) else {
                continue;
            };
            let stands = match one.sense {
                Sense::Denies | Sense::False => self.is_contrast(one),
                Sense::Deleted => self.is_put_in(),
                Sense::Past => said.of(Sense::Continues).next().is_some(),
                Sense::Modal => self.asks.contingent || self.asks.bound,
                _ => false,
            };
            if !stands {
                frame = frame.or(|| self.withdrawn(code, one));
            }
        }
        frame
    }

    /// "EUR 500 (unverbindlich)": a bracket right after the value.
    fn is_noted(&self, one: Found) -> bool {
        const NOTED_TOKENS: usize = 3;
        let said = self.said;
        let open = (said.value..one.start)
            .rev()
            .find(|at| said.is(*at, &["(", "["]));
        let after = one.start > said.value
            && open.is_some_and(|open| open <= said.value.saturating_add(NOTED_TOKENS));
        let close = (one.end..said.value).find(|at| said.is(*at, &[")", "]"]));
        let before = one.end <= said.value
            && close.is_some_and(|close| close.saturating_add(NOTED_TOKENS) >= said.value);
        after || before
    }

    /// "Nicht EUR 600, sondern EUR 500", "EUR 500 und nicht EUR 600": what is denied is another value.
    fn is_contrast(&self, one: Found) -> bool {
        let said = self.said;
        let before = one.end <= said.value;
        let number = |range: Range<usize>| {
            range.into_iter().any(|at| {
                let shape = said.token(at).map(|token| token.shape);
                shape == Some(Shape::Number)
            })
        };
        if before {
            // A contrast word stands between what is denied and the value.
            let turned = said
                .of(Sense::Contrasts)
                .any(|turn| one.end <= turn.start && turn.end <= said.value);
            return turned && !said.begins(Sense::Contrasts, one.start);
        }
        let joined = one
            .start
            .checked_sub(1)
            .is_some_and(|at| said.begins(Sense::Joins, at) || said.is(at, &[","]));
        let rest = one.end..said.range_of(said.part_of(one.start)).end;
        joined && number(rest.clone()) && !said.is_spoken(&rest) && !said.has(Sense::Holds, &rest)
    }

    /// "Wird durch EUR 500 ersetzt": the value is what was put in.
    fn is_put_in(&self) -> bool {
        let said = self.said;
        let near = said.value.saturating_sub(BESIDE_TOKENS)..said.value;
        let after = |put: &Found| {
            let gap = put.end..said.value;
            near.contains(&put.start) && !self.has_number(gap)
        };
        let put = said.of(Sense::PutsIn).find(after);
        put.is_some() && !said.has(Sense::Denies, &said.own_part())
    }

    fn has_number(&self, range: Range<usize>) -> bool {
        range.into_iter().any(|at| {
            let token = self.said.token(at);
            token.is_some_and(|token| token.shape == Shape::Number)
        })
    }

    /// Whether a clause of its own begins between a token and the value.
    fn is_closed_off(&self, from: usize) -> bool {
        let first = self.said.part_of(from).saturating_add(1);
        (first..=self.said.own).any(|part| {
            matches!(
                self.said.edge_of(part),
                Edge::Semicolon | Edge::Joint | Edge::Colon
            )
        })
    }

    fn has_semicolon(&self, from: usize) -> bool {
        let first = self.said.part_of(from).saturating_add(1);
        (first..=self.said.own).any(|part| self.said.edge_of(part) == Edge::Semicolon)
    }

    /// "X behauptet, dass …": what every "that" before the value hangs on.
    fn governed(&self) -> Frame {
        let said = self.said;
        let mut frame = Frame::Asserted;
        for that in said.of(Sense::That) {
            if that.end > said.value || self.has_semicolon(that.start) {
                continue;
            }
            if self.is_relative(that) {
                // "Der Betrag, den …", "le prix que …": over where the main verb has come.
                let between = that.end..said.value;
                let verbs = said
                    .of(Sense::Finite)
                    .filter(|one| between.contains(&one.start));
                if verbs.count() >= 2 {
                    continue;
                }
                frame = frame.or(|| self.unclear(that));
                continue;
            }
            frame = frame.or(|| self.matrix(that));
        }
        frame
    }

    /// "le prix que", "la somme que": right after a noun with its article.
    fn is_relative(&self, that: Found) -> bool {
        let said = self.said;
        let article = that.start.checked_sub(2);
        article.is_some_and(|at| said.begins(Sense::Determiner, at))
            && !self.is_matrix_word(that.start.saturating_sub(1))
    }

    fn is_matrix_word(&self, at: usize) -> bool {
        self.said.found.iter().any(|one| {
            one.start <= at
                && at < one.end
                && (one.sense == Sense::Binding || code_of(one.sense).is_some())
        })
    }

    /// What stands before a "that", back to where its own clause began.
    fn matrix(&self, that: Found) -> Frame {
        let said = self.said;
        let mut from = 0_usize;
        for part in &said.parts {
            let hard = matches!(part.edge, Edge::Semicolon | Edge::Colon);
            if hard && part.range.start < that.start {
                from = part.range.start;
            }
        }
        let earlier = said.of(Sense::That).filter(|one| one.end <= that.start);
        let from = earlier.map(|one| one.end).max().unwrap_or(0).max(from);
        let head = from..that.start;
        let mut frame = Frame::Asserted;
        for one in said.found.iter().copied() {
            if !head.contains(&one.start) {
                continue;
            }
            if let Some(code) = code_of(one.sense) {
                frame = frame.or(|| self.withdrawn(code, one));
            }
        }
        let bound = said.has(Sense::Binding, &head);
        // "… und dass": hangs on what the first one hangs on.
        let again = said.words(head.clone()) == 0
            || said.begins(Sense::Joins, that.start.saturating_sub(1)) && from > 0;
        match bound || again {
            true => frame,
            false => frame.or(|| self.unclear(that)),
        }
    }

    /// Parts of the sentence before the value's.
    fn parts_before(&self) -> Frame {
        let said = self.said;
        let own = said.own_part();
        let spoken = said.is_spoken(&own);
        let mut frame = Frame::Asserted;
        for one in said.found.iter().copied() {
            let Some(code) = code_of(one.sense) else {
                continue;
            };
            let part = said.part_of(one.start);
            if one.end > said.value || part >= said.own || !said.is_visible(one.start) {
                continue;
            }
            let there = said.range_of(part);
            let local = matches!(one.sense, Sense::Denies | Sense::Modal | Sense::Past);
            let hangs = self.hangs(there.start);
            let closed = self.is_closed_off(one.start);
            let colon = said.edge_of(said.own) == Edge::Colon;
            // "Sofern nichts anderes vereinbart ist": the usual exception denies nothing.
            let usual = said.has(Sense::Condition, &there) && said.has(Sense::Exception, &there);
            if self.is_contrast(one) || usual {
                continue;
            }
            let found = match (closed, local) {
                // What stands before a colon announces the rest; "around" asks what it says.
                (true, _) if colon => Frame::Asserted,
                (true, false) if one.sense == Sense::False => self.unclear(one),
                (true, _) => Frame::Asserted,
                // A clause with a verb of its own denies itself only.
                (false, true) if spoken && hangs => match said.has(Sense::Holds, &there) {
                    true => self.unclear(one),
                    false => Frame::Asserted,
                },
                (false, true) if spoken && said.is_spoken(&there) => self.unclear(one),
                (false, true) => self.withdrawn(code, one),
                (false, false) if hangs => self.unclear(one),
                (false, false) => self.withdrawn(code, one),
            };
            frame = frame.or(|| found);
        }
        frame
    }

    /// Whether a part hangs on another one by its first word: a relative clause, a reason.
    fn hangs(&self, start: usize) -> bool {
        let said = self.said;
        // "für den", "dont", "in cui": a preposition may stand before the pronoun.
        let near = [start, start.saturating_add(1)];
        let comma = matches!(said.edge_of(said.part_of(start)), Edge::Comma | Edge::Dash);
        let relative = near.into_iter().any(|at| said.begins(Sense::Relative, at));
        let opens = said.begins(Sense::Opens, start) || said.begins(Sense::Condition, start);
        opens || comma && relative
    }

    /// Parts of the sentence after the value's.
    fn parts_after(&self) -> Frame {
        let said = self.said;
        let mut frame = Frame::Asserted;
        let mut apart = false;
        for part in said.own.saturating_add(1)..said.parts.len() {
            let there = said.range_of(part);
            apart |= matches!(said.edge_of(part), Edge::Joint | Edge::Semicolon);
            let back = (there.start..there.start.saturating_add(3))
                .any(|at| said.begins(Sense::PointsBack, at));
            let because = said.begins(Sense::Opens, there.start);
            for one in said.found.iter().copied() {
                let Some(code) = code_of(one.sense).filter(|_| there.contains(&one.start)) else {
                    continue;
                };
                let strong = matches!(
                    one.sense,
                    Sense::False | Sense::Disputed | Sense::Deleted | Sense::Reported
                );
                let found = match (apart, one.sense) {
                    _ if !said.is_visible(one.start) || self.is_contrast(one) => Frame::Asserted,
                    (true, _) if !back => Frame::Asserted,
                    (false, _) if because && !strong => Frame::Asserted,
                    (_, Sense::Modal) if self.asks.contingent => Frame::Asserted,
                    (_, Sense::Denies | Sense::Modal | Sense::Past) => self.unclear(one),
                    _ => self.withdrawn(code, one),
                };
                frame = frame.or(|| found);
            }
        }
        frame
    }

    /// Cases in which alone the value holds.
    fn conditions(&self) -> Frame {
        let said = self.said;
        let mut frame = Frame::Asserted;
        for one in said.of(Sense::Condition) {
            let part = said.part_of(one.start);
            let mut there = said.range_of(part);
            there.start = one.start;
            let after = one.start > said.value;
            let apart = match after {
                true => (said.own.saturating_add(1)..=part)
                    .any(|part| matches!(said.edge_of(part), Edge::Joint | Edge::Semicolon)),
                false => self.has_semicolon(one.start),
            };
            // "Sofern nicht anders vereinbart": no case, only the usual exception.
            let usual = said.has(Sense::Exception, &there) && !there.contains(&said.value);
            if apart || usual || self.asks.contingent {
                continue;
            }
            frame = frame.or(|| match after {
                true => self.unclear(one),
                false => self.withdrawn(RejectCode::Conditional, one),
            });
        }
        frame
    }

    /// A statement in quotation marks is somebody's words, unless what introduces it puts it in force.
    fn quoted(&self) -> Frame {
        const NAME_MAX_WORDS: usize = 2;
        let said = self.said;
        let Some((open, close)) = said.quoted else {
            return Frame::Asserted;
        };
        let words = said.words(open..close.min(said.tokens.len()));
        if words <= NAME_MAX_WORDS {
            return Frame::Asserted;
        }
        let head = 0..open;
        let tail = close..said.tokens.len();
        let put = |range: &Range<usize>| {
            said.has(Sense::Introduces, range) || said.has(Sense::Binding, range)
        };
        let taken = said.found.iter().copied().find(|one| {
            (head.contains(&one.start) || tail.contains(&one.start))
                && code_of(one.sense).is_some_and(|code| code != RejectCode::Superseded)
        });
        match taken {
            Some(one) => self.unclear(one),
            None if put(&head) || put(&tail) => Frame::Asserted,
            None => self.unclear_at(open),
        }
    }

    /// Words right beside the value: bounds, estimates, sums.
    fn beside(&self) -> Frame {
        let said = self.said;
        let own = said.own_part();
        let near = |one: &Found| {
            let close =
                one.end <= said.value && one.end.saturating_add(BESIDE_TOKENS) >= said.value;
            close && own.contains(&one.start) && !self.has_number(one.end..said.value)
        };
        let estimate = said.of(Sense::Near).find(|one| {
            let after = one.start > said.value && one.start <= said.value.saturating_add(3);
            let before = one.end <= said.value && !self.has_number(one.end..said.value);
            own.contains(&one.start) && (before || after)
        });
        if let Some(one) = estimate {
            return self.withdrawn(RejectCode::Estimate, one);
        }
        if let Some(one) = said.of(Sense::DeniesNext).find(|one| near(one)) {
            return self.withdrawn(RejectCode::Negated, one);
        }
        let percent = matches!(self.kind, Kind::Percent { .. });
        if let Some(one) = said.of(Sense::Computed).find(|one| percent && near(one)) {
            return self.withdrawn(RejectCode::Computed, one);
        }
        let plus = said.value.checked_sub(1).filter(|at| said.is(*at, &["+"]));
        if let Some(at) = plus {
            return self.unclear_at(at);
        }
        let was = said.of(Sense::Was).find(|one| own.contains(&one.start));
        let dated = matches!(self.kind, Kind::Date { .. });
        if let Some(one) = was.filter(|_| !dated && !self.asks.reports) {
            return self.unclear(one);
        }
        match said.of(Sense::Bound).find(|one| near(one)) {
            Some(one) if !self.asks.bound => Frame::Bound {
                because: said.bytes(one),
            },
            _ => Frame::Asserted,
        }
    }

    /// Another value of the kind that is offered beside this one.
    fn alternatives(&self, text: &str, range: &Range<usize>, span: &Range<usize>) -> Frame {
        let said = self.said;
        let own = said.own_part();
        if self.asks.many {
            return Frame::Asserted;
        }
        let own_value = text
            .get(span.clone())
            .and_then(|one| read_whole(self.kind, one));
        let sentence = text.get(range.clone()).unwrap_or_default();
        for reading in read_all(self.kind, sentence) {
            let place = range.start.saturating_add(reading.span.start)
                ..range.start.saturating_add(reading.span.end);
            let apart = place.end <= span.start || span.end <= place.start;
            let same = own_value
                .as_ref()
                .is_some_and(|own| own.values == reading.values);
            if !apart || same || reading.bare {
                continue;
            }
            let at = |byte: usize| said.tokens.iter().position(|token| token.span.end > byte);
            let Some(other) = at(place.start).filter(|other| said.is_visible(*other)) else {
                continue;
            };
            let last = at(place.end.saturating_sub(1)).unwrap_or(other);
            let between = match other < said.value {
                true => last.saturating_add(1)..said.value,
                false => said.value.saturating_add(1)..other,
            };
            let second = other.max(said.value);
            if self.is_other_case(between, second, own.contains(&other)) {
                return self.unclear_at(other);
            }
        }
        Frame::Asserted
    }

    /// Whether two values with these tokens between them are said of one thing.
    fn is_other_case(&self, between: Range<usize>, second: usize, together: bool) -> bool {
        const NAMED_WORDS: usize = 3;
        let said = self.said;
        let or = between.clone().any(|at| said.begins(Sense::Or, at));
        let denied = between.clone().any(|at| {
            said.begins(Sense::Denies, at)
                || said.begins(Sense::Contrasts, at)
                || said.begins(Sense::PutsIn, at)
                || said.begins(Sense::Introduces, at)
        });
        let before = second.checked_sub(1);
        // "und eine Kaution von EUR 90", "et expire le 5 mai": the second has a name or verb of its own.
        let named = before.is_some_and(|at| {
            said.begins(Sense::Of, at) && at.checked_sub(1).is_some_and(|noun| self.is_name(noun))
        });
        let spoken = said.is_spoken(&between);
        let words = between.filter(|at| self.is_name(*at)).count();
        let few = words <= NAMED_WORDS;
        let dated = matches!(self.kind, Kind::Date { .. });
        or && few && !spoken || together && few && !named && !spoken && !denied && !dated
    }

    /// Whether a word is none of the language's small ones.
    fn is_name(&self, at: usize) -> bool {
        let token = self.said.token(at).filter(|token| token.is_word());
        token.is_some_and(|token: &Token| !self.said.lexicon.language.is_stop_word(&token.word))
    }
}
