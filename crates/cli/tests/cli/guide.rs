//! The guide's second half hour, done as it is written: its files made, its commands run, and
//! what it says they print looked for in what they print.

use crate::readme::words;
use crate::support::{Ended, Folder};

/// A fenced block: what stands after the fence, and its lines.
struct Block {
    info: String,
    text: String,
}

fn blocks(guide: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        let ticks: String = line.chars().take_while(|c| *c == '`').collect();
        if ticks.len() < 3 {
            continue;
        }
        let inner = lines.by_ref().take_while(|line| *line != ticks);
        let text = inner.map(|line| format!("{line}\n")).collect();
        blocks.push(Block {
            info: line.trim_start_matches('`').to_owned(),
            text,
        });
    }
    blocks
}

/// Runs one command; what it prints goes into a file where the line says so.
fn run(folder: &Folder, line: &str) -> Ended {
    let (command, file) = match line.split_once(" > ") {
        Some((command, file)) => (command, Some(file)),
        None => (line, None),
    };
    let args = words(command);
    let (program, args) = args.split_first().expect("a command");
    assert_eq!(program, "groundstop", "{line}");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let ended = folder.run(&args);
    // What stops is no failure of the command.
    assert!([0, 3, 4].contains(&ended.code), "`{line}`: {ended:?}");
    if let Some(file) = file {
        folder.write(file, &ended.stdout);
    }
    ended
}

#[test]
fn the_second_half_hour_goes_as_the_guide_says() {
    let folder = Folder::new("guide");
    let mut printed = String::new();
    let (mut commands, mut checked) = (0, 0);
    for block in blocks(include_str!("../../../../docs/guide.md")) {
        match block.info.split_once(' ') {
            Some((_, file)) => folder.write(file, &block.text),
            None if block.info == "sh" => {
                let ended = block.text.lines().map(|line| run(&folder, line));
                printed = ended.map(|ended| ended.stdout + &ended.stderr).collect();
                commands += block.text.lines().count();
            }
            None => {
                assert_eq!(block.info, "output", "a block that nobody tries");
                for line in block.text.lines() {
                    assert!(printed.contains(line), "`{line}` is not in:\n{printed}");
                    checked += 1;
                }
            }
        }
    }
    assert!(
        commands >= 12 && checked >= 6,
        "{commands} commands, {checked} lines"
    );
    let table = folder.read("table.csv");
    assert!(
        table.contains("\nnorth/mill-road.md,begins,ACCEPT,2024-06-01,"),
        "{table}"
    );
    assert!(
        folder
            .read("pages/index.html")
            .contains("evidence_integrity_failed")
    );
    assert!(
        folder
            .read("decided.csv")
            .contains("oak-street.txt,notice_period,resolved,90 days,")
    );
}
