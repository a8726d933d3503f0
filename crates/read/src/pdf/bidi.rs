//! Lines that run from right to left: from the order seen to the order read.

/// Letters of scripts that run from right to left.
pub(crate) fn is_rtl(each: char) -> bool {
    matches!(each,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && !each.is_ascii_digit()
        && !matches!(each, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
}

fn is_ltr(each: char) -> bool {
    (each.is_alphanumeric() && !is_rtl(each))
        || matches!(each, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
}

/// Which way a piece of a line runs by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Right,
    Left,
    Neither,
}

/// The way of a piece of text.
pub(crate) fn way(mut chars: impl Iterator<Item = char>) -> Way {
    let mut way = Way::Neither;
    chars.try_for_each(|each| {
        if is_rtl(each) {
            way = Way::Left;
        } else if is_ltr(each) {
            way = Way::Right;
        }
        if way == Way::Neither { Some(()) } else { None }
    });
    way
}

/// Pieces seen from left to right, put in the order in which they are read.
pub(crate) fn logical<T>(pieces: Vec<T>, way_of: impl Fn(&T) -> Way) -> Vec<T> {
    let ways: Vec<Way> = pieces.iter().map(&way_of).collect();
    let left = ways.iter().filter(|way| **way == Way::Left).count();
    let right = ways.iter().filter(|way| **way == Way::Right).count();
    if left == 0 {
        return pieces;
    }
    let mostly_left = left >= right;
    let mut pieces = pieces;
    let mut ways = ways;
    if mostly_left {
        pieces.reverse();
        ways.reverse();
    }
    // Whatever runs against the line was put the wrong way round as a whole.
    let against = if mostly_left { Way::Right } else { Way::Left };
    for (start, end) in runs(&ways, against) {
        if let Some(run) = pieces.get_mut(start..end) {
            run.reverse();
        }
    }
    pieces
}

/// Stretches of one way, from their first such piece to their last.
fn runs(ways: &[Way], wanted: Way) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (index, way) in ways.iter().enumerate() {
        if *way == wanted {
            let start = open.map_or(index, |(start, _)| start);
            open = Some((start, index.saturating_add(1)));
        } else if *way != Way::Neither {
            runs.extend(open.take());
        }
    }
    runs.extend(open);
    runs
}
