//! The numbered points of a contract's document (`docs/contracts/`).

/// One numbered point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<'a> {
    /// Its number, such as `research-9`.
    pub number: &'a str,
    /// What it says, without the tests that keep it.
    pub sentence: &'a str,
}

/// The points of a document, in their order. A line that begins as one and goes on otherwise is a
/// point all the same, so that nothing numbered is passed over.
#[must_use]
pub fn points(document: &str) -> Vec<Point<'_>> {
    let lines = document
        .lines()
        .filter_map(|line| line.strip_prefix("- **"));
    let split = lines.filter_map(|line| line.split_once("**"));
    split
        .map(|(number, rest)| Point {
            number,
            sentence: rest.split(" Kept by ").next().unwrap_or_default().trim(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_its_number_and_its_sentence_without_its_tests() {
        let text =
            "# Title\n\n- **x-1** It holds. Kept by `it_holds`.\n- **x-2** And so on.\n- a list\n";
        let found = points(text);
        assert_eq!(
            found,
            [
                Point {
                    number: "x-1",
                    sentence: "It holds."
                },
                Point {
                    number: "x-2",
                    sentence: "And so on."
                },
            ]
        );
    }
}
