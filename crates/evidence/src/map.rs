//! A map between a folded text and the text it was made from.
//!
//! Most of a text folds to itself, so the map is a list of runs: a *linear*
//! run maps byte by byte, a *unit* maps as a whole and cannot be cut.

/// One stretch of the folded text.
#[derive(Clone, Copy, Debug)]
struct Run {
    folded: usize,
    original: usize,
    /// The original's length for a unit; none for a linear run.
    unit_len: Option<usize>,
}

/// Runs in ascending order of both texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct OffsetMap {
    runs: Vec<Run>,
    folded_len: usize,
}

impl OffsetMap {
    /// Adds bytes that map one to one.
    pub(crate) fn push_linear(&mut self, original: usize, len: usize) {
        let continues = self.runs.last().is_some_and(|run| {
            let grown = self.folded_len.saturating_sub(run.folded);
            run.unit_len.is_none() && run.original.saturating_add(grown) == original
        });
        if !continues && len > 0 {
            self.runs.push(Run {
                folded: self.folded_len,
                original,
                unit_len: None,
            });
        }
        self.folded_len = self.folded_len.saturating_add(len);
    }

    /// Adds bytes that stand for a stretch of the original as a whole.
    pub(crate) fn push_unit(&mut self, folded_len: usize, original: usize, original_len: usize) {
        self.runs.push(Run {
            folded: self.folded_len,
            original,
            unit_len: Some(original_len),
        });
        self.folded_len = self.folded_len.saturating_add(folded_len);
    }

    fn run_at(&self, folded: usize) -> Option<(Run, usize)> {
        let after = self.runs.partition_point(|run| run.folded <= folded);
        let run = *self.runs.get(after.checked_sub(1)?)?;
        let end = self
            .runs
            .get(after)
            .map_or(self.folded_len, |next| next.folded);
        Some((run, end))
    }

    /// Where the original of the folded byte begins; none inside a unit.
    pub(crate) fn start_of(&self, folded: usize) -> Option<usize> {
        let (run, _) = self.run_at(folded)?;
        let inside = folded.checked_sub(run.folded)?;
        match run.unit_len {
            None => run.original.checked_add(inside),
            Some(_) => (inside == 0).then_some(run.original),
        }
    }

    /// Where the original of the folded bytes before this one ends; none inside a unit.
    pub(crate) fn end_of(&self, folded: usize) -> Option<usize> {
        let (run, run_end) = self.run_at(folded.checked_sub(1)?)?;
        match run.unit_len {
            None => run.original.checked_add(folded.checked_sub(run.folded)?),
            Some(len) => {
                let whole = folded == run_end;
                whole.then(|| run.original.saturating_add(len))
            }
        }
    }

    /// The first folded byte that comes from this place of the original or from behind it.
    pub(crate) fn folded_at(&self, original: usize) -> usize {
        let after = self.runs.partition_point(|run| run.original <= original);
        let next = self
            .runs
            .get(after)
            .map_or(self.folded_len, |run| run.folded);
        let Some(run) = after.checked_sub(1).and_then(|index| self.runs.get(index)) else {
            return next;
        };
        let inside = original.saturating_sub(run.original);
        match run.unit_len {
            None => run.folded.saturating_add(inside).min(next),
            Some(_) if inside == 0 => run.folded,
            Some(_) => next,
        }
    }
}
