//! Words to lines, and what a block of lines looks like.

use super::words::Word;

/// Words that stand beside each other, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Indexes into the page's words.
    pub(crate) words: Vec<usize>,
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) base: f64,
    pub(crate) em: f64,
}

impl Line {
    fn new(index: usize, word: &Word) -> Line {
        Line {
            words: vec![index],
            left: word.left,
            right: word.right,
            base: word.base,
            em: word.em,
        }
    }

    fn take(&mut self, index: usize, word: &Word) {
        self.words.push(index);
        self.left = self.left.min(word.left);
        self.right = self.right.max(word.right);
        if word.em > self.em {
            self.em = word.em;
            self.base = word.base;
        }
    }

    /// Whether a word stands on this line: half of the lower one beside the other.
    fn holds(&self, word: &Word) -> bool {
        let (low, high) = (self.base - 0.22 * self.em, self.base + 0.82 * self.em);
        let (word_low, word_high) = (word.base - 0.22 * word.em, word.base + 0.82 * word.em);
        let shared = high.min(word_high) - low.max(word_low);
        shared >= 0.5 * (high - low).min(word_high - word_low)
    }

    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }
}

/// The lines of some words, from top to bottom.
pub(crate) fn lines(words: &[Word], chosen: &[usize]) -> Vec<Line> {
    let mut sorted: Vec<(usize, &Word)> = chosen
        .iter()
        .filter_map(|index| Some((*index, words.get(*index)?)))
        .collect();
    sorted.sort_by(|(_, a), (_, b)| b.base.total_cmp(&a.base));
    let mut lines: Vec<Line> = Vec::new();
    for (index, word) in sorted {
        match lines.last_mut() {
            Some(line) if line.holds(word) => line.take(index, word),
            _ => lines.push(Line::new(index, word)),
        }
    }
    for line in &mut lines {
        let left = |index: &usize| words.get(*index).map_or(0.0, |word| word.left);
        line.words.sort_by(|a, b| left(a).total_cmp(&left(b)));
    }
    lines
}

/// The middle one of some numbers.
pub(crate) fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Whether lines read as running text: enough of them, of several words, mostly full.
pub(crate) fn is_prose(lines: &[Line]) -> bool {
    const LINES_MIN: usize = 5;
    const WORDS_MIN: usize = 3;
    if lines.len() < LINES_MIN {
        return false;
    }
    let words: usize = lines.iter().map(|line| line.words.len()).sum();
    let left = lines.iter().map(|line| line.left).fold(f64::MAX, f64::min);
    let right = lines.iter().map(|line| line.right).fold(f64::MIN, f64::max);
    let full = lines
        .iter()
        .filter(|line| line.width() >= 0.75 * (right - left))
        .count();
    words >= lines.len().saturating_mul(WORDS_MIN)
        && full.saturating_mul(100) >= lines.len().saturating_mul(55)
}
