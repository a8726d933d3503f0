//! Documents that list what there is, beside what there is: the rooms of
//! `ARCHITECTURE.md` and the crates, the chores of `CONTRIBUTING.md` and this program's.

use std::collections::BTreeSet;

use clap::Command;

use super::File;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const CONTRIBUTING: &str = "CONTRIBUTING.md";

/// What stands on one side only.
pub(super) fn findings(files: &[File], chores: &Command) -> Vec<String> {
    let text = |path: &str| files.iter().find(|file| file.path == path);
    let mut found = Vec::new();
    match text(ARCHITECTURE) {
        Some(plan) => found.extend(apart(
            ARCHITECTURE,
            "room",
            &rooms(&plan.text),
            &crates(files),
        )),
        None => found.push(format!("{ARCHITECTURE}: missing")),
    }
    match text(CONTRIBUTING) {
        Some(guide) => {
            let known = leaves(chores).into_iter().collect();
            found.extend(apart(
                CONTRIBUTING,
                "chore",
                &told_chores(&guide.text),
                &known,
            ));
        }
        None => found.push(format!("{CONTRIBUTING}: missing")),
    }
    found
}

fn apart(
    document: &str,
    what: &str,
    told: &BTreeSet<String>,
    there: &BTreeSet<String>,
) -> Vec<String> {
    let missing = there
        .difference(told)
        .map(|name| format!("{document}: no row for the {what} `{name}`"));
    let gone = told
        .difference(there)
        .map(|name| format!("{document}: a row for the {what} `{name}`, which does not exist"));
    missing.chain(gone).collect()
}

/// The first columns of the rows of the table of rooms.
fn rooms(plan: &str) -> BTreeSet<String> {
    let rows = plan.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once("` |"))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// The folders under `crates/` but the one that only tests depend on.
fn crates(files: &[File]) -> BTreeSet<String> {
    let names = files.iter().filter_map(|file| {
        let (name, rest) = file.path.strip_prefix("crates/")?.split_once('/')?;
        (rest == "Cargo.toml" && name != "testing").then(|| name.to_owned())
    });
    names.collect()
}

/// The chores that have a row, by the small words after `cargo xtask`.
fn told_chores(guide: &str) -> BTreeSet<String> {
    let rows = guide
        .lines()
        .filter_map(|line| line.strip_prefix("| `cargo xtask "));
    rows.filter_map(|row| row.split_once('`'))
        .map(|(line, _)| {
            let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
            let words: Vec<&str> = line.split(' ').take_while(is_name).collect();
            words.join(" ")
        })
        .collect()
}

/// Every chore that has no further chores under it, by its words.
fn leaves(command: &Command) -> Vec<String> {
    let mut found = Vec::new();
    for chore in command
        .get_subcommands()
        .filter(|chore| !chore.is_hide_set())
    {
        let name = chore.get_name();
        match chore.has_subcommands() {
            true => found.extend(leaves(chore).iter().map(|leaf| format!("{name} {leaf}"))),
            false => found.push(name.to_owned()),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    fn chores() -> Command {
        let eval = Command::new("eval").subcommand(Command::new("read"));
        let test = Command::new("test");
        Command::new("xtask").subcommand(eval).subcommand(test)
    }

    #[test]
    fn what_both_sides_have_is_fine_and_the_rest_is_told() {
        let plan = file(ARCHITECTURE, "| `canon` | x |\n| `attic` | x |\n");
        let guide = file(
            CONTRIBUTING,
            "| `cargo xtask test` | all |\n| `cargo xtask bench ledger` | x |\n",
        );
        let own = file("crates/canon/Cargo.toml", "");
        let shared = file("crates/testing/Cargo.toml", "");
        let new = file("crates/language/Cargo.toml", "");
        assert_eq!(
            findings(&[plan, guide, own, shared, new], &chores()),
            [
                "ARCHITECTURE.md: no row for the room `language`",
                "ARCHITECTURE.md: a row for the room `attic`, which does not exist",
                "CONTRIBUTING.md: no row for the chore `eval read`",
                "CONTRIBUTING.md: a row for the chore `bench ledger`, which does not exist",
            ]
        );
    }

    #[test]
    fn options_and_names_in_capitals_are_no_part_of_a_chore() {
        let told = told_chores("| `cargo xtask same --old BINARY` | x |\n| `cargo xtask fuzz` | |");
        assert_eq!(Vec::from_iter(told), ["fuzz", "same"]);
    }
}
