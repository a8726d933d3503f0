//! Every mistake on the command line ends with its cause and what helps, in three lines at most.
//!
//! The list is what a new user does wrong in the first hours: a wrong file, a wrong key, the
//! arguments in the wrong order, an answer that is no JSON. All of them stand in one snapshot, to
//! be read as a user would.

use insta::assert_snapshot;

use crate::support::{Ended, Folder};

/// A command line a line, its words parted by blanks; single quotes hold words together.
const MISUSES: &[&str] = &[
    "verify deal.txt good.json --schema nowhere.toml",
    "verify nowhere.txt good.json --schema schema.toml",
    "verify deal.txt nowhere.json --schema schema.toml",
    "verify good.json deal.txt --schema schema.toml",
    "verify folder good.json --schema schema.toml",
    "verify deal.txt folder --schema schema.toml",
    "verify deal.txt empty.json --schema schema.toml",
    "verify deal.txt none.json",
    "verify deal.txt cut.json --schema schema.toml",
    "verify deal.txt comma.json --schema schema.toml",
    "verify deal.txt python.json --schema schema.toml",
    "verify deal.txt comment.json --schema schema.toml",
    "verify deal.txt twice.json --schema schema.toml",
    "verify deal.txt two.json --schema schema.toml",
    "verify deal.txt sure.json --schema schema.toml",
    "verify deal.txt half.json --schema schema.toml",
    "verify deal.txt prose.json --schema schema.toml",
    "verify deal.txt curly.json --schema schema.toml",
    "verify deal.txt break.json --schema schema.toml",
    "verify deal.txt marks.json --schema schema.toml",
    "verify deal.txt keys.json --schema schema.toml",
    "verify deal.txt safety.json --schema schema.toml",
    "verify deal.txt piece.json --schema schema.toml",
    "verify deal.txt stream.txt --schema schema.toml",
    "verify deal.txt others.jsonl --schema schema.toml",
    "verify deal.txt yaml.json --schema schema.toml",
    "verify deal.txt many.json --schema schema.toml",
    "verify deal.txt blanks.json --schema schema.toml",
    "verify deal.txt fence.json --schema schema.toml",
    "verify deal.txt comma-sure.json --schema schema.toml",
    "verify deal.txt lines.jsonl --schema schema.toml",
    "verify deal.txt good.json --schema good.json",
    "verify deal.txt schema.toml --schema good.json",
    "verify deal.txt good.json --schema contarct",
    "verify deal.txt good.json --confidence 90",
    "verify deal.txt good.json --confidence high",
    "verify deal.txt",
    "verify deal.txt good.json --shema schema.toml",
    "verfy deal.txt good.json",
    "extract deal.txt",
    "extract deal.txt --schema contarct",
    "extract hollow --schema contract",
    "extract deal.txt --schema contract --explain partys",
    "extract nowhere.pdf --schema contract",
    "extract 'folder/*.pdf' --schema contract",
    "schema check low.toml",
    "schema check key.toml",
    "schema check type.toml",
    "schema check broken.toml",
    "schema check options.toml",
    "schema check twice.toml",
    "schema check yesno.toml",
    "schema check deal.txt",
    "schema show contarct",
    "text locked.pdf",
    "text locked.pdf --password wrong",
    "text letter.rtf",
    "text latin.txt",
    "text folder",
    "text deal.txt --page 7",
    "render deal.txt --page 1 -o x.png",
    "check good.json --document deal.txt",
    "check deal.txt --document deal.txt",
    "check receipt.json",
    "check receipt.json --document deal.txt --key nonsense",
    "verify receipt.json good.json --schema schema.toml",
    "prompt",
    "prompt --schema contract --for gemini",
    "ask 'What is the fee?'",
    "ask 'What is the fee?' --corpus folder",
    "index deal.txt",
    "screen nowhere.txt",
    "review 1 --field fee --by Ann --reason checked --absent",
    "review 1",
    "review 1 --field fee --by Ann --reason checked",
    "review 1 --field fee --by Ann --reason checked --value 'USD 500'",
    "review 1 --field fee --by Ann --reason checked --absent --quote x",
    "ledger log",
    "ledger show 1 --data-dir ledger",
    "rules validate good.json",
    "rules align good.json --document deal.txt",
    "replay good.json",
    "key show",
    "extract deal.txt --schema contract --json --csv",
    "extract deal.txt --schema contract --jsonl --bom",
    "extract deal.txt --schema contract --bom",
    "render",
];

/// The most lines a mistake is told in.
const LINES_MAX: usize = 3;

/// A deal, its schema, a good proposal, and everything that can be wrong with them.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let field = "[[field]]\nname = \"fee\"\ntype = \"money\"\n";
    let schema = |rest: &str| format!("name = \"deal\"\nversion = \"1.0.0\"\n{rest}");
    let files: &[(&str, &str)] = &[
        (
            "deal.txt",
            "The fee is USD 500 and is due on May 1, 2024.\n",
        ),
        ("folder/a.txt", "The fee is USD 500.\n"),
        (
            "good.json",
            r#"[{"field_name": "fee", "value": "USD 500", "quote": "The fee is USD 500", "confidence": 0.9}]"#,
        ),
        ("empty.json", ""),
        ("none.json", "[]"),
        (
            "cut.json",
            r#"[{"field_name": "fee", "value": "USD 500", "quote": "The fee is"#,
        ),
        (
            "comma.json",
            r#"[{"field_name": "fee", "value": "USD 500",}]"#,
        ),
        ("python.json", "[{'field_name': 'fee', 'value': None}]"),
        (
            "comment.json",
            "[\n  // the fee\n  {\"field_name\": \"fee\", \"value\": \"USD 500\"}\n]",
        ),
        (
            "twice.json",
            r#"[{"field_name": "fee", "value": "USD 500", "value": "USD 600"}]"#,
        ),
        (
            "two.json",
            "[{\"field_name\": \"fee\", \"value\": \"USD 500\"}]\n[{\"field_name\": \"fee\", \"value\": \"USD 600\"}]",
        ),
        (
            "sure.json",
            r#"[{"field_name": "fee", "value": "USD 500", "quote": "The fee is USD 500", "confidence": 90}]"#,
        ),
        (
            "half.json",
            r#"[{"field_name": "fee", "value": "USD 500", "quote": "fee is USD 500", "start": 4}]"#,
        ),
        (
            "prose.json",
            "I could not find any values in this document.",
        ),
        (
            "typo.json",
            r#"[{"field_name": "fees", "value": "USD 500", "quote": "The fee is USD 500", "confidence": 0.9}]"#,
        ),
        (
            "curly.json",
            "[\n  {\u{201c}field_name\u{201d}: \u{201c}fee\u{201d}, \u{201c}value\u{201d}: \u{201c}USD 500\u{201d}}\n]",
        ),
        (
            "break.json",
            "[{\"field_name\": \"fee\", \"value\": \"USD 500\", \"quote\": \"The fee\nis USD 500\"}]",
        ),
        (
            "marks.json",
            r#"[{"field_name": "fee", "value": "USD 500", "quote": "The "fee" is USD 500"}]"#,
        ),
        ("keys.json", r#"[{field_name: "fee", value: "USD 500"}]"#),
        (
            "safety.json",
            r#"{"candidates": [{"finishReason": "SAFETY", "index": 0}]}"#,
        ),
        (
            "piece.json",
            r#"{"message": {"role": "assistant", "content": "[{"}, "done": false}"#,
        ),
        (
            "stream.txt",
            "data: {\"choices\": [{\"index\": 0, \"delta\": {\"content\": \"[\"}, \"finish_reason\": null}]}\n\ndata: {\"choices\": [{\"index\": 0, \"delta\": {\"content\": \"{\"}, \"finish_reason\": \"length\"}]}\n",
        ),
        (
            "others.jsonl",
            "{\"document\": \"a.txt\", \"candidates\": []}\n{\"document\": \"b.txt\", \"candidates\": []}\n",
        ),
        ("yaml.json", "fee:\n  value: USD 500\n"),
        (
            "many.json",
            r#"[{"field_name": "fee", "value": "USD 500", "confidence": 90}, {"field_name": "fee", "value": "USD 500", "confidence": 90}]"#,
        ),
        (
            "blanks.json",
            "[\n\u{a0}\u{a0}{\"field_name\": \"fee\", \"value\": \"USD 500\"}\n]",
        ),
        (
            "fence.json",
            "Here it is:\n```json\n[{\"field_name\": \"fee\", \"quote\": \"The fee\n```\nAnything else?\n",
        ),
        (
            "comma-sure.json",
            r#"[{"field_name": "fee", "value": "USD 500", "quote": "The fee is USD 500", "confidence": "0,95"}]"#,
        ),
        (
            "lines.jsonl",
            "{\"document\": \"deal.txt\", \"candidates\": []}\n{\"document\": \"deal.txt\", \"candidates\": \"[]\"}\n",
        ),
        ("broken.toml", "name = \"deal\nversion = \"1.0.0\"\n"),
        ("letter.rtf", "{\\rtf1 Hello}"),
    ];
    for (name, content) in files {
        folder.write(name, content);
    }
    let schemas: &[(&str, &str)] = &[
        ("schema.toml", field),
        (
            "low.toml",
            &format!("[evidence]\nmin_confidence = 0.5\n{field}"),
        ),
        ("key.toml", "[[field]]\nname = \"fee\"\ntipe = \"money\"\n"),
        (
            "type.toml",
            "[[field]]\nname = \"fee\"\ntype = \"currency\"\n",
        ),
        (
            "options.toml",
            "[[field]]\nname = \"grant\"\ntype = \"choice\"\n",
        ),
        (
            "twice.toml",
            "[[field]]\nname = \"fee\"\n[[field]]\nname = \"fee\"\n",
        ),
        (
            "yesno.toml",
            "[[field]]\nname = \"renews\"\ntype = \"boolean\"\nyes = [\"goes on\"]\nno = [\"Goes on\"]\n",
        ),
    ];
    for (name, content) in schemas {
        folder.write(name, schema(content));
    }
    folder.write("latin.txt", b"caf\xe9");
    folder.write("locked.pdf", include_bytes!("../files/locked.pdf"));
    folder.write("hollow/notes.xyz", "nothing to read");
    let receipt = run(
        &folder,
        "verify deal.txt good.json --schema schema.toml --json",
    );
    folder.write("receipt.json", receipt.stdout);
    folder
}

fn run(folder: &Folder, line: &str) -> Ended {
    let mut words: Vec<String> = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn every_misuse_ends_with_its_cause_and_what_helps() {
    let folder = folder("misuse");
    assert!(MISUSES.len() >= 40, "{}", MISUSES.len());
    let mut seen = String::new();
    for line in MISUSES {
        let ended = run(&folder, line);
        let told: Vec<&str> = ended.stderr.lines().collect();
        assert_eq!(ended.code, 2, "{line}: {ended:?}");
        assert!(ended.stdout.is_empty(), "{line}: {ended:?}");
        assert!(told.len() <= LINES_MAX, "{line}: {ended:?}");
        assert!(told[0].starts_with("error: "), "{line}: {ended:?}");
        let helps = |line: &&str| line.starts_with("  help: ");
        assert!(told.iter().any(helps), "{line}: {ended:?}");
        seen.push_str(&format!("$ groundstop {line}\n{}\n", ended.stderr));
    }
    assert_snapshot!("misuses", seen);
}

#[test]
fn what_is_decided_although_something_is_wrong_says_so_once() {
    let folder = folder("misuse_decided");
    let typo = run(&folder, "verify deal.txt typo.json --schema schema.toml");
    assert_eq!(typo.code, 3, "{typo:?}");
    assert_eq!(
        typo.stderr,
        "help: not in the schema, and not decided: fees; did you mean `fee` by `fees`?\n"
    );
    folder.write(
        "both.jsonl",
        "{\"document\": \"folder/a.txt\", \"candidates\": [{\"field_name\": \"fee\", \"value\": \"USD 900\", \"quote\": \"x\"}]}\n{\"document\": \"deal.txt\", \"candidates\": [{\"field_name\": \"fee\", \"value\": \"USD 500\", \"quote\": \"The fee is USD 500\", \"confidence\": 0.9}]}\n",
    );
    let both = run(&folder, "verify deal.txt both.jsonl --schema schema.toml");
    assert_eq!(both.code, 0, "{both:?}");
    assert_eq!(
        both.stderr,
        "help: what is proposed for other documents was left out: folder/a.txt (name their folder to decide them all)\n"
    );
    let other = run(&folder, "check receipt.json --document folder/a.txt");
    assert_eq!(other.code, 5, "{other:?}");
    assert_eq!(
        other.stderr,
        "help: the receipt is about a document with other bytes: give that one with `--document`\n"
    );
}
