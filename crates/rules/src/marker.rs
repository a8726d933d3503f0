//! The marks items of a list begin with: `(a)`, `(iv)`, `2.`, `III.`, `115A.`

use groundstop_language::pattern::constant;
use groundstop_language::patterns;

/// How a mark is written, which is how levels of a list are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `(1)`
    Digit,
    /// `(a)`
    Letter,
    /// `(A)`
    Capital,
    /// `(i)`
    Roman,
    /// `(I)`
    RomanCapital,
    /// `2.`, `115A.`
    Number,
    /// `II.`
    RomanDot,
    /// `B.`
    CapitalDot,
}

/// One mark with its readings: `(i)` is the first roman and the ninth letter.
#[derive(Clone, Debug)]
pub(crate) struct Marker {
    pub(crate) readings: Vec<(Style, u32)>,
    /// Its bytes from the start of the text it was read from.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// `(aa)`: an item put in behind `(a)`, which begins no list.
    put_in: bool,
}

patterns! {
    MARK = constant(r#"^(?:\d{1,2} )?[“‘"'\[]*(?:\(\s?([A-Za-z]{1,5}|\d{1,3}[A-Z]{0,2})\s?\)|(\d{1,3}(?:-?[A-Z]{1,4})?|[IVXL]{1,5}|[A-Z])\.)(?:[ \n—–-]|$)"#);
}

/// The mark a text begins with.
pub(crate) fn read(text: &str) -> Option<Marker> {
    let found = MARK.captures(text)?;
    let whole = found.get(0)?;
    let (inner, bracketed) = match (found.get(1), found.get(2)) {
        (Some(inner), _) => (inner, true),
        (None, Some(inner)) => (inner, false),
        (None, None) => return None,
    };
    let readings = readings(inner.as_str(), bracketed);
    // A number of the margin counts only before a bracketed mark.
    let numbered = whole.as_str().starts_with(|c: char| c.is_ascii_digit()) && inner.start() > 2;
    let wrong = readings.is_empty() || numbered && !bracketed;
    (!wrong).then(|| Marker {
        readings,
        start: 0,
        end: inner.end().saturating_add(1).min(text.len()),
        put_in: is_doubled(inner.as_str()),
    })
}

/// Whether a mark is one letter, twice.
fn is_doubled(inner: &str) -> bool {
    let mut chars = inner.chars();
    let pair = (chars.next(), chars.next(), chars.next());
    matches!(pair, (Some(a), Some(b), None) if a == b && a.is_ascii_alphabetic())
}

fn readings(inner: &str, bracketed: bool) -> Vec<(Style, u32)> {
    let digits: String = inner.chars().take_while(char::is_ascii_digit).collect();
    if let Ok(number) = digits.parse() {
        let style = if bracketed {
            Style::Digit
        } else {
            Style::Number
        };
        return vec![(style, number)];
    }
    let capital = inner.chars().all(|c| c.is_ascii_uppercase());
    let small = inner.chars().all(|c| c.is_ascii_lowercase());
    if !capital && !small {
        return Vec::new();
    }
    let (letters, romans) = match (bracketed, capital) {
        (true, true) => (Style::Capital, Style::RomanCapital),
        (true, false) => (Style::Letter, Style::Roman),
        (false, _) => (Style::CapitalDot, Style::RomanDot),
    };
    let mut all = Vec::new();
    all.extend(roman(inner).map(|number| (romans, number)));
    all.extend(letter(inner).map(|number| (letters, number)));
    all
}

/// `a` is 1; `aa` comes after `a` and before `b`, and counts as `a` itself.
fn letter(text: &str) -> Option<u32> {
    let first = text.bytes().next()?.to_ascii_lowercase();
    let same = text.bytes().all(|b| b.to_ascii_lowercase() == first);
    let number = u32::from(first)
        .checked_sub(u32::from(b'a'))?
        .checked_add(1)?;
    (same && text.len() <= 2).then_some(number)
}

fn roman(text: &str) -> Option<u32> {
    const UNITS: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    const TENS: [&str; 5] = ["", "x", "xx", "xxx", "xl"];
    let wanted = text.to_ascii_lowercase();
    let mut numbers = (0u32..).zip(TENS).flat_map(|(tens, ten)| {
        let unit = move |(units, unit): (u32, &str)| {
            (
                tens.saturating_mul(10).saturating_add(units),
                format!("{ten}{unit}"),
            )
        };
        (0u32..).zip(UNITS).map(unit)
    });
    let found = numbers.find(|(_, spelled)| *spelled == wanted);
    found.map(|(number, _)| number).filter(|number| *number > 0)
}

impl Marker {
    /// The reading that is the next of a level, or another of the same letter (`aa` after `a`).
    pub(crate) fn follows(&self, style: Style, number: u32) -> Option<(Style, u32)> {
        let next = number.saturating_add(1);
        let fits = |wanted: u32| {
            self.readings
                .iter()
                .copied()
                .find(|(own, own_number)| *own == style && *own_number == wanted)
        };
        let again = || fits(number).filter(|_| matches!(style, Style::Letter | Style::Capital));
        fits(next).or_else(again)
    }

    /// The reading that begins a level.
    pub(crate) fn first(&self) -> Option<(Style, u32)> {
        let lettered = |style: Style| matches!(style, Style::Letter | Style::Capital);
        self.readings
            .iter()
            .copied()
            .find(|(style, number)| *number == 1 && !(self.put_in && lettered(*style)))
    }

    /// Whatever it is.
    pub(crate) fn any(&self) -> Option<(Style, u32)> {
        self.readings.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_with_all_they_can_be() {
        let styles = |text: &str| read(text).map(|marker| marker.readings);
        assert_eq!(
            styles("(i) on"),
            Some(vec![(Style::Roman, 1), (Style::Letter, 9)])
        );
        assert_eq!(styles("(31) of"), Some(vec![(Style::Digit, 31)]));
        assert_eq!(styles("‘115BAC. (1) x"), Some(vec![(Style::Number, 115)]));
        assert_eq!(styles("III. at"), Some(vec![(Style::RomanDot, 3)]));
        assert_eq!(styles("13 (iv) at"), Some(vec![(Style::Roman, 4)]));
        assert_eq!(styles("(including the)"), None);
        assert_eq!(styles("30 per cent."), None);
        assert_eq!(styles("12.5 per cent."), None);
    }
}
