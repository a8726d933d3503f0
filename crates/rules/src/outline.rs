//! The outline of a statute: headings, items and the words that lead into
//! them. A rule holds under everything that encloses it; that is where its
//! conditions come from, and where alignment looks for them.

mod heading;
mod joint;
mod level;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::flow::{Flow, edge_key};
use crate::marker::{self, Marker, Style};
use heading::{
    LONGEST_HEADING_BYTES, LOOSE, caption, has_figure_start, heading_rank, is_title, lead_of,
    titled, titles,
};
use joint::{Joint, is_tail, item_words, row_edge};
use level::{Level, Suspended, leads_of};

/// One block: a heading, an item or a paragraph.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) range: Range<usize>,
    /// Where its own words begin, behind its mark.
    pub(crate) words: usize,
    /// What encloses it, outermost first: stretches of the flow.
    pub(crate) above: Vec<Range<usize>>,
    pub(crate) is_heading: bool,
}

/// A heading that is in force.
#[derive(Clone)]
struct Heading {
    rank: u8,
    /// Whether a quotation begins with it.
    quoted: bool,
    range: Range<usize>,
}

/// The blocks of a document in order.
pub(crate) struct Outline {
    blocks: Vec<Block>,
}

#[derive(Default)]
struct Builder {
    /// Headings that stand alone more than once: known again where they are run on.
    titles: BTreeSet<String>,
    /// Running heads: see [`running_heads`](crate::flow::running_heads).
    running: BTreeSet<String>,
    blocks: Vec<Block>,
    headings: Vec<Heading>,
    levels: Vec<Level>,
    /// Lists and lead-ins that a proviso interrupted, the newest last.
    suspended: Vec<Suspended>,
    lead: Option<Range<usize>>,
    /// A lead-in without a mark, below the open items.
    note: Option<Range<usize>>,
    /// What leads into the words that another act takes in, while they last.
    amending: Option<Amending>,
}

/// An amendment whose new words are being read.
struct Amending {
    /// Its own lead-ins: which section of which act it changes, and from when.
    leads: Vec<Range<usize>>,
    /// The number of the section that makes it, where it has one.
    section: Option<u32>,
}

impl Outline {
    /// The outline of a flow; lines of these words stand at the edge of page after page and
    /// are no headings.
    pub(crate) fn new(flow: &Flow, running: BTreeSet<String>) -> Outline {
        let mut builder = Builder {
            titles: titles(flow.text()),
            running,
            ..Builder::default()
        };
        let mut paragraph = 0usize;
        for text in flow.text().split("\n\n") {
            let range = paragraph..paragraph.saturating_add(text.len());
            builder.paragraph(flow, range);
            paragraph = paragraph.saturating_add(text.len()).saturating_add(2);
        }
        Outline {
            blocks: builder.blocks,
        }
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The block a place lies in.
    pub(crate) fn at(&self, place: usize) -> Option<&Block> {
        let after = self
            .blocks
            .partition_point(|block| block.range.start <= place);
        self.blocks.get(after.checked_sub(1)?)
    }
}

impl Builder {
    /// Cuts a paragraph where a line begins with a mark, and takes the pieces in.
    fn paragraph(&mut self, flow: &Flow, range: Range<usize>) {
        let text = flow.slice(range.clone());
        let mut start = 0usize;
        let mut line_start = 0usize;
        let mut titled = false;
        let mut joint = Joint::Own;
        for line in text.split_inclusive('\n') {
            let before = text.get(start..line_start).unwrap_or_default();
            let title =
                is_title(line) || self.titles.contains(line.trim()) || self.is_running(line);
            let apart = flow.is_set_apart(range.start.saturating_add(line_start));
            let next = match line_start > start {
                true if titled || title || self.cuts(before, line) => Some(Joint::Own),
                true if self.ends_list(flow, before, line, apart) => Some(Joint::Tail),
                true => row_edge(before, line),
                false => None,
            };
            titled = title;
            if let Some(next) = next {
                self.block(flow, shifted(&range, start..line_start), joint);
                start = line_start;
                joint = next;
            }
            line_start = line_start.saturating_add(line.len());
        }
        self.block(flow, shifted(&range, start..text.len()), joint);
    }

    /// Whether a line behind an item says the rest of what its list began.
    fn ends_list(&self, flow: &Flow, before: &str, line: &str, apart: bool) -> bool {
        let mut levels = self.levels.iter().rev();
        let lead = levels.find_map(|level| level.lead.clone());
        let item = marker::read(before.trim_start()).is_some();
        item && lead.is_some_and(|lead| is_tail(&flow.line(lead), before, line, apart))
    }

    /// Whether a line inside a paragraph begins an item: a mark behind the end of a
    /// sentence, or the next mark of a list that is open; never the rest of a reference.
    fn cuts(&self, before: &str, line: &str) -> bool {
        let Some(marker) = marker::read(line.trim_start()) else {
            return false;
        };
        let before = before.trim_end();
        let word = before
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let refers = [
            "clause",
            "clauses",
            "section",
            "sections",
            "sub-section",
            "sub-sections",
            "sub-clause",
            "sub-clauses",
            "item",
            "items",
            "sub-item",
            "paragraph",
            "rule",
            "sub-rule",
            "proviso",
            "of",
            "in",
            "under",
            "to",
        ];
        if refers.iter().any(|each| word.eq_ignore_ascii_case(each)) {
            return false;
        }
        let ended = marker.first().is_some() && titled(before)
            || before.ends_with([';', ':', '.', '—', '–', '-'])
            || before.ends_with("; and")
            || before.ends_with("; or");
        // The mark of the piece itself is not open yet.
        let own = marker::read(before)
            .map(|own| own.readings)
            .unwrap_or_default();
        let next = self
            .levels
            .iter()
            .map(|level| (level.style, level.number))
            .chain(own)
            .any(|(style, number)| marker.follows(style, number).is_some());
        ended || next && !word.eq_ignore_ascii_case("and") && !word.eq_ignore_ascii_case("or")
    }

    fn is_running(&self, line: &str) -> bool {
        self.running.contains(&edge_key(line))
    }

    fn block(&mut self, flow: &Flow, range: Range<usize>, joint: Joint) {
        let text = flow.slice(range.clone());
        let blanks = text.len().saturating_sub(text.trim_start().len());
        let range = range.start.saturating_add(blanks)..range.end;
        let text = flow.slice(range.clone());
        if text.trim().is_empty() {
            return;
        }
        if self.is_running(text) {
            return self.blocks.push(Block {
                words: range.start,
                range,
                above: Vec::new(),
                is_heading: true,
            });
        }
        if let Some(rank) = heading_rank(text) {
            let quoted = text.trim_start().starts_with(['‘', '“']);
            return self.heading(range, rank, quoted);
        }
        let mark = marker::read(text);
        let is_item = mark.is_some();
        let words = match mark {
            Some(first) => {
                self.end_amending(text, &first);
                self.item(flow, &range, first)
            }
            None => {
                match joint {
                    Joint::Own => self.flush(text),
                    Joint::Tail => {}
                    Joint::BehindRows => self.close_item(),
                }
                range.start
            }
        };
        let mut above = self.above(&range);
        if joint == Joint::Tail
            && let Some(list) = self.levels.pop()
        {
            above.retain(|lead| Some(lead) != list.lead.as_ref());
            above.extend(list.items);
        }
        self.remember(flow, words..range.end, is_item);
        self.amend(flow, words..range.end);
        self.end_quotation(flow.slice(range.clone()));
        self.blocks.push(Block {
            range,
            words,
            above,
            is_heading: false,
        });
    }

    /// Keeps what a block says about those that follow it.
    fn remember(&mut self, flow: &Flow, own: Range<usize>, is_item: bool) {
        let lead = lead_of(flow, own.clone());
        match self.levels.last_mut() {
            Some(level) if is_item => {
                level.items.push(item_words(flow, own.clone()));
                let text = flow.slice(own.clone()).trim_end();
                // The number of a section belongs to its words, and to no title.
                let mark = marker::read(text).map_or(0, |mark| mark.end);
                let title = text.get(mark..).unwrap_or_default().trim_start();
                level.lead = lead.or_else(|| caption(title).then(|| own.clone()));
                let joined = [", and", ", or"]
                    .iter()
                    .find_map(|end| text.strip_suffix(end));
                level.shared = joined.map(|words| own.start..own.start.saturating_add(words.len()));
            }
            Some(_) => self.note = lead.or(self.note.take()),
            None => self.lead = lead.or(self.lead.take()),
        }
    }

    /// Words that are taken into another act stand under what says where they are taken in.
    fn amend(&mut self, flow: &Flow, own: Range<usize>) {
        let text = flow.line(own.clone()).to_ascii_lowercase();
        let takes_in = [
            "shall be inserted",
            "shall be substituted",
            "shall be added",
        ]
        .iter()
        .any(|words| text.contains(words));
        let Some(lead) = lead_of(flow, own.clone()).filter(|_| takes_in) else {
            return;
        };
        // An amendment inside of an amendment does not occur: this one ends the last.
        self.amending = None;
        let mut leads = self.above(&own);
        leads.retain(|range| self.headings.iter().all(|heading| heading.range != *range));
        leads.push(lead);
        let mut levels = self.levels.iter();
        let section = levels.find(|level| level.style == Style::Number);
        self.amending = Some(Amending {
            section: section.map(|level| level.number),
            leads,
        });
    }

    /// A section of the act itself ends what the one before it takes in.
    fn end_amending(&mut self, text: &str, marker: &Marker) {
        let quoted = text.trim_start().starts_with(['‘', '“', '"', '\'', '[']);
        let next = |section: u32| marker.follows(Style::Number, section).is_some();
        let mut made = self.amending.iter().filter_map(|one| one.section);
        if !quoted && made.any(next) {
            self.amending = None;
        }
    }

    /// A block that ends what another act inserts ends the headings of that too.
    fn end_quotation(&mut self, text: &str) {
        let text = text.trim_end();
        let text = ["and", "or"]
            .iter()
            .find_map(|joint| text.strip_suffix(joint)?.strip_suffix([' ', '\n']))
            .unwrap_or(text);
        let text = text.trim_end_matches([';', '.', ':', ',', ' ']);
        if text.ends_with(['’', '”']) {
            self.amending = None;
        }
        let opened = self.headings.iter().position(|heading| heading.quoted);
        if let Some(at) = opened.filter(|_| text.ends_with(['’', '”'])) {
            self.headings.truncate(at);
            self.reset();
        }
    }

    fn heading(&mut self, range: Range<usize>, rank: u8, quoted: bool) {
        self.headings.retain(|heading| heading.rank < rank);
        if rank < LOOSE {
            self.reset();
            if !quoted {
                self.amending = None;
            }
        }
        let above = self.headings.iter().map(|h| h.range.clone()).collect();
        self.headings.push(Heading {
            rank,
            quoted,
            range: range.clone(),
        });
        self.blocks.push(Block {
            words: range.start,
            range,
            above,
            is_heading: true,
        });
    }

    /// Ends an item whose table is behind.
    fn close_item(&mut self) {
        self.levels.pop();
        self.note = None;
    }

    fn reset(&mut self) {
        self.levels.clear();
        self.suspended.clear();
        self.lead = None;
        self.note = None;
    }

    /// A paragraph without a mark: a proviso or a new thought ends the lists.
    fn flush(&mut self, text: &str) {
        let starts_anew = text.starts_with(|c: char| c.is_uppercase() || "“‘\"'[".contains(c));
        if !starts_anew {
            return;
        }
        let bare = text.trim_start_matches(['“', '‘', '"', '\'']);
        if bare.starts_with("Provided") || bare.starts_with("Explanation") {
            if !self.levels.is_empty() {
                self.suspended.push(Suspended {
                    levels: std::mem::take(&mut self.levels),
                    lead: self.lead.take(),
                    first: self.blocks.len(),
                });
            }
            self.lead = None;
            self.note = None;
        } else if !has_figure_start(text) {
            // The head of a table stands between its lead-in and its rows.
            let led = self.lead.is_some() || self.levels.iter().any(|level| level.lead.is_some());
            let table_head = led
                && text.len() < LONGEST_HEADING_BYTES
                && !text.trim_end().ends_with(['.', '—', '–']);
            if !table_head {
                self.reset();
            }
        }
    }

    /// Takes an item in with all marks it begins with; where its own words begin.
    fn item(&mut self, flow: &Flow, range: &Range<usize>, first: Marker) -> usize {
        let mut at = range.start;
        let mut words = None;
        let mut marker = Some(first);
        while let Some(mark) = marker {
            let numbered = mark
                .readings
                .iter()
                .any(|(style, _)| *style == Style::Number);
            self.open(flow, &mark);
            let mark_start = at.saturating_add(mark.start);
            at = at.saturating_add(mark.end);
            let rest = flow.slice(at..range.end);
            // "103.-(1) A person who": the number of a section stands before a sub-section's.
            let next = rest.trim_start_matches(['-', '—', '–', ' ', '\n']);
            let rest_of = match numbered && marker::read(next).is_some() {
                true => next,
                false => rest.trim_start(),
            };
            at = at.saturating_add(rest.len().saturating_sub(rest_of.len()));
            // The number of a section belongs to its words.
            words = words.or(numbered.then_some(mark_start));
            marker = marker::read(flow.slice(at..range.end));
        }
        words.unwrap_or(at)
    }

    /// Finds the level a mark belongs to, or opens one.
    fn open(&mut self, flow: &Flow, marker: &Marker) {
        for (depth, level) in self.levels.iter().enumerate().rev() {
            if let Some((style, number)) = marker.follows(level.style, level.number) {
                let beside = level
                    .beside
                    .iter()
                    .cloned()
                    .chain(level.shared.clone())
                    .collect();
                let items = level.items.clone();
                let under = level.under.clone();
                self.levels.truncate(depth);
                self.push(style, number);
                if let Some(level) = self.levels.last_mut() {
                    level.beside = beside;
                    level.items = items;
                    level.under = under;
                }
                return;
            }
        }
        if let Some((style, number)) = self.resume(flow, marker) {
            return self.push(style, number);
        }
        if let Some((style, number)) = marker.first().or_else(|| marker.any()) {
            // A section ends what was open but the section it is inserted by.
            if style == Style::Number && number != 1 {
                self.headings.retain(|heading| heading.rank < LOOSE);
                self.levels.retain(|level| level.style == Style::Number);
                self.suspended.clear();
                self.lead = None;
            }
            let under = self.note.take();
            self.push(style, number);
            if let Some(level) = self.levels.last_mut() {
                level.under = under;
            }
        }
    }

    /// Goes back to the list that the mark goes on with, behind a proviso.
    fn resume(&mut self, flow: &Flow, marker: &Marker) -> Option<(Style, u32)> {
        // A list that begins anew belongs to the proviso.
        if marker.first().is_some() {
            return None;
        }
        let (index, depth, found) = (0..self.suspended.len()).rev().find_map(|index| {
            let levels = &self.suspended.get(index)?.levels;
            let mut inner = levels.iter().enumerate().rev();
            inner.find_map(|(depth, level)| {
                let found = marker.follows(level.style, level.number)?;
                Some((index, depth, found))
            })
        })?;
        let list = self.suspended.drain(index..).next()?;
        self.enclose(flow, &list, depth);
        self.levels = list.levels.into_iter().take(depth).collect();
        self.lead = list.lead;
        Some(found)
    }

    /// A list goes on behind a proviso: so that stands behind the item before alone, and under
    /// what encloses this.
    fn enclose(&mut self, flow: &Flow, list: &Suspended, depth: usize) {
        let item = list.levels.get(..=depth).unwrap_or_default();
        let mut scope = leads_of(list.lead.as_ref(), item);
        // Words that end in a colon lead to the proviso and to nothing else.
        scope.retain(|lead| {
            let after = flow.slice(lead.end..flow.text().len());
            !after.starts_with(':') || after.starts_with(":—") || after.starts_with(":-")
        });
        for block in self.blocks.iter_mut().skip(list.first) {
            block.above.extend(scope.iter().cloned());
            block.above.sort_by_key(|lead| (lead.start, lead.end));
            block.above.dedup();
        }
    }

    fn push(&mut self, style: Style, number: u32) {
        self.note = None;
        self.levels.push(Level {
            style,
            number,
            lead: None,
            under: None,
            beside: Vec::new(),
            shared: None,
            items: Vec::new(),
        });
    }

    /// What encloses the block that begins now.
    fn above(&self, own: &Range<usize>) -> Vec<Range<usize>> {
        let headings = self.headings.iter().map(|heading| heading.range.clone());
        let amending = self.amending.iter().flat_map(|one| one.leads.clone());
        let inner = leads_of(self.lead.as_ref(), &self.levels).into_iter();
        let inner: Vec<Range<usize>> = inner.chain(self.note.clone()).collect();
        let outer: Vec<Range<usize>> = amending.filter(|lead| !inner.contains(lead)).collect();
        let all = headings.chain(outer).chain(inner);
        all.filter(|range| range.end <= own.start).collect()
    }
}

fn shifted(base: &Range<usize>, inner: Range<usize>) -> Range<usize> {
    base.start.saturating_add(inner.start)..base.start.saturating_add(inner.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundstop_document::Document;

    fn above(text: &str, needle: &str) -> Vec<String> {
        let document = Document::from_text(text.as_bytes()).unwrap();
        let flow = Flow::new(&document);
        let outline = Outline::new(&flow, BTreeSet::new());
        let block = outline.at(flow.text().find(needle).unwrap()).unwrap();
        block
            .above
            .iter()
            .map(|range| flow.line(range.clone()))
            .collect()
    }

    const ACT: &str = "PART I\n\nParagraph A\n\n(I) In the case of every individual,—\n\n\
        Rates of income-tax\n\n(1) where it is nil;\n\n(2) where it is much.\n\n\
        (II) In the case of a firm,—\n\nRates of income-tax\n\n(1) the firm's own.\n\n\
        Surcharge on income-tax\n\nThe amount shall be increased, calculated,—\n\n\
        (a) in the case of every person,—\n\n(i) having an income, ten;\n\n\
        (ii) having more, twenty:\n\nProvided that nothing else holds:\n\n\
        (b) in the case of a society,—\n\n(i) a society's rate.\n\nParagraph B\n\n\
        In the case of every company,—\n\nOn the whole of the total income 30 per cent.";

    #[test]
    fn an_item_stands_under_its_headings_and_leads() {
        let individual = [
            "PART I",
            "Paragraph A",
            "Rates of income-tax",
            "In the case of every individual",
        ];
        assert_eq!(above(ACT, "where it is much"), individual);
        assert_eq!(
            above(ACT, "the firm's own")[3..],
            ["In the case of a firm".to_owned()]
        );
    }

    #[test]
    fn a_list_goes_on_behind_a_proviso() {
        let society = [
            "The amount shall be increased, calculated",
            "in the case of a society",
        ];
        assert_eq!(above(ACT, "a society's rate")[3..], society);
        assert_eq!(
            above(ACT, "On the whole"),
            ["PART I", "Paragraph B", "In the case of every company"]
        );
    }

    #[test]
    fn a_reference_at_a_line_start_is_no_item() {
        let text =
            "(a) as in sub-clause (vii) of clause\n(31) of section 2 of the Act, ten;\n(b) else";
        assert!(above(text, "(31)").is_empty());
        let document = Document::from_text(text.as_bytes()).unwrap();
        assert_eq!(
            Outline::new(&Flow::new(&document), BTreeSet::new())
                .blocks()
                .len(),
            2
        );
    }
}
