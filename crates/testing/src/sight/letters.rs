//! A font of dots, for fonts whose glyphs are drawings of the file's own.

/// Five dots wide and seven high, from the top.
const DOTS: &[(char, [&str; 7])] = &[
    (
        'T',
        [
            "#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#..",
        ],
    ),
    (
        'h',
        [
            "#....", "#....", "#.##.", "##..#", "#...#", "#...#", "#...#",
        ],
    ),
    (
        'e',
        [
            ".....", ".....", ".###.", "#...#", "#####", "#....", ".###.",
        ],
    ),
    (
        'f',
        [
            "..##.", ".#..#", ".#...", "###..", ".#...", ".#...", ".#...",
        ],
    ),
    (
        'i',
        [
            "..#..", ".....", ".##..", "..#..", "..#..", "..#..", ".###.",
        ],
    ),
    (
        's',
        [
            ".....", ".....", ".####", "#....", ".###.", "....#", "####.",
        ],
    ),
    (
        '$',
        [
            "..#..", ".####", "#.#..", ".###.", "..#.#", "####.", "..#..",
        ],
    ),
    (
        '5',
        [
            "#####", "#....", "####.", "....#", "....#", "#...#", ".###.",
        ],
    ),
    (
        '9',
        [
            ".###.", "#...#", "#...#", ".####", "....#", "...#.", ".##..",
        ],
    ),
    (
        '0',
        [
            ".###.", "#...#", "#..##", "#.#.#", "##..#", "#...#", ".###.",
        ],
    ),
    (
        '.',
        [
            ".....", ".....", ".....", ".....", ".....", ".##..", ".##..",
        ],
    ),
];

/// The operators that draw a character in a square of ten units; a blank draws nothing.
pub(super) fn glyph(c: char) -> String {
    let mut drawn = "8 0 d0".to_owned();
    let rows = DOTS.iter().find(|(one, _)| *one == c).map(|(_, rows)| rows);
    for (row, dots) in rows.into_iter().flatten().enumerate() {
        for (column, dot) in dots.chars().enumerate() {
            if dot == '#' {
                drawn.push_str(&format!(" {column} {} 1 1 re", 6 - row));
            }
        }
    }
    drawn.push_str(" f");
    drawn
}
