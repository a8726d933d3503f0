//! The index of a folder beside its files: out of date, empty, damaged, elsewhere; and
//! what `ask` refuses before it calls anybody.
#![allow(
    clippy::disallowed_methods,
    reason = "tests damage and remove files of their own"
)]

use std::fs;

use serde_json::Value;

use crate::support::{Ended, Folder};

const MILL: &str = "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire.\n";
const QUESTION: &str = "When was the Harrow mill rebuilt?";

fn mill(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("papers/mill.txt", MILL);
    folder.write("papers/boats.txt", "The ferry crosses twice a day.\n");
    assert_eq!(folder.run(&["index", "papers"]).code, 0);
    folder
}

fn ask(folder: &Folder, more: &[&str]) -> Ended {
    folder.run(&[&["ask", QUESTION], more].concat())
}

fn assert_refused(ended: &Ended, told: &str) {
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{ended:?}");
    assert!(ended.stderr.contains(told), "{told}: {ended:?}");
}

#[test]
fn a_file_that_changed_or_went_is_not_quoted_as_it_was() {
    let folder = mill("library-stale");
    let papers = ["--corpus", "papers"];
    folder.write("papers/new.txt", "A new paper.\n");
    let ended = ask(&folder, &papers);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(
        ended
            .stderr
            .contains("new: `new.txt`\n  help: run `groundstop index papers`"),
        "{ended:?}"
    );

    folder.write("papers/mill.txt", MILL.replace("1931", "1948"));
    fs::remove_file(folder.path().join("papers/boats.txt")).unwrap();
    let ended = ask(&folder, &papers);
    assert_refused(
        &ended,
        "changed: `mill.txt`; gone: `boats.txt`; new: `new.txt`",
    );
    assert_refused(
        &ended,
        "run `groundstop index papers`, or add `--as-indexed`",
    );
    let ended = ask(&folder, &["--corpus", "papers", "--as-indexed"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("1931") && ended.stderr.contains("changed: `mill.txt`"));

    assert_eq!(folder.run(&["index", "papers"]).code, 0);
    let ended = ask(&folder, &papers);
    assert!(
        ended.stdout.contains("1948") && ended.stderr.is_empty(),
        "{ended:?}"
    );
    // A file that is only written again is the same file.
    folder.write("papers/mill.txt", MILL.replace("1931", "1948"));
    assert_eq!(ask(&folder, &papers).stderr, "");
}

#[test]
fn an_index_is_empty_after_its_last_document() {
    let folder = mill("library-empty");
    fs::remove_file(folder.path().join("papers/mill.txt")).unwrap();
    fs::remove_file(folder.path().join("papers/boats.txt")).unwrap();
    let ended = folder.run(&["index", "papers"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(
        ended.stdout.starts_with("0 documents, 0 passages"),
        "{ended:?}"
    );
    assert_eq!(ask(&folder, &["--corpus", "papers"]).code, 3);
    folder.write("bare/readme.json", "{}");
    assert_refused(&folder.run(&["index", "bare"]), "holds no documents");
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_folder_are_skipped_and_named() {
    use std::os::unix::fs::symlink;
    let folder = mill("library-links");
    folder.write(
        "private/secret.txt",
        "The secret of the Harrow mill is 42.\n",
    );
    let at = |name: &str| folder.path().join(name);
    symlink("../private/secret.txt", at("papers/out.txt")).unwrap();
    symlink("../private", at("papers/folder")).unwrap();
    symlink("nowhere.txt", at("papers/lost.txt")).unwrap();
    symlink("mill.txt", at("papers/same.txt")).unwrap();
    let ended = folder.run(&["index", "papers", "--json"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    let said: Value = serde_json::from_str(&ended.stdout).unwrap();
    let skipped: Vec<_> = said["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["document"])
        .collect();
    assert_eq!(skipped, ["folder", "lost.txt", "out.txt"]);
    assert_eq!(said["documents"], 3);
    for told in ["leads out of the folder", "to a folder", "leads nowhere"] {
        assert!(ended.stderr.contains(told), "{told}: {ended:?}");
    }
    let ended = ask(&folder, &["--corpus", "papers"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{ended:?}");
}

#[test]
fn an_index_that_cannot_be_used_has_one_cure() {
    let folder = mill("library-cure");
    let manifest = "papers/.groundstop-index/groundstop-index.json";
    let good = folder.read(manifest);
    let passages = folder.path().join("papers/.groundstop-index/passages-1");
    let cured = |told: &str| {
        let ended = ask(&folder, &["--corpus", "papers"]);
        assert_refused(&ended, told);
        assert_eq!(
            ended.stderr.matches("groundstop index").count(),
            1,
            "{ended:?}"
        );
        assert!(
            ended.stderr.contains("run `groundstop index papers`"),
            "{ended:?}"
        );
    };
    folder.write(manifest, good.replace("\"format\": 4", "\"format\": 2"));
    cured("is of another version");
    folder.write(manifest, "{");
    cured("is damaged");
    folder.write(manifest, &good);
    for entry in fs::read_dir(&passages).unwrap() {
        let path = entry.unwrap().path();
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        if !whole.is_empty() {
            cured("is damaged");
        }
        fs::write(&path, whole).unwrap();
    }
    fs::remove_file(passages.join("meta.json")).unwrap();
    cured("is damaged");
    assert_eq!(folder.run(&["index", "papers"]).code, 0);
    assert_eq!(ask(&folder, &["--corpus", "papers"]).code, 0);
    // A stored document that was changed shows only when it is looked up.
    for entry in fs::read_dir(folder.path().join("papers/.groundstop-index/documents")).unwrap() {
        fs::write(entry.unwrap().path(), "changed").unwrap();
    }
    let ended = ask(&folder, &["--corpus", "papers"]);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(
        ended
            .stderr
            .contains("is damaged\n  help: run `groundstop index papers`"),
        "{ended:?}"
    );
    assert_eq!(folder.run(&["index", "papers"]).code, 0);
    assert_eq!(ask(&folder, &["--corpus", "papers"]).code, 0);
    fs::remove_dir_all(folder.path().join("papers/.groundstop-index")).unwrap();
    cured("there is no index");
}

#[test]
fn an_index_can_be_kept_elsewhere() {
    let folder = mill("library-elsewhere");
    fs::remove_dir_all(folder.path().join("papers/.groundstop-index")).unwrap();
    let ended = folder.run(&["index", "papers", "--index", "kept/papers"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let both = ["--corpus", "papers", "--index", "kept/papers"];
    assert_eq!(ask(&folder, &both).code, 0);
    // The index alone knows its folder.
    assert_eq!(ask(&folder, &["--corpus", "kept/papers"]).code, 0);
    folder.write(
        "home/groundstop.toml",
        "[research]\ncorpus = \"../papers\"\nindex = \"../kept/papers\"\n",
    );
    assert_eq!(ask(&folder, &["--data-dir", "home"]).code, 0);
    folder.write("papers/mill.txt", MILL.replace("1931", "1948"));
    let cure = "groundstop index papers --index kept/papers";
    assert_refused(&ask(&folder, &both), cure);
    assert_refused(
        &ask(&folder, &["--corpus", "kept/papers"]),
        "--index kept/papers",
    );
    assert_eq!(
        folder
            .run(&["index", "papers", "--index", "kept/papers"])
            .code,
        0
    );
    assert_eq!(ask(&folder, &both).code, 0);
}

#[test]
fn no_output_takes_the_place_of_something_else() {
    let folder = mill("library-outputs");
    folder.write("notes.json", "{\"format\": \"mine\"}");
    folder.write("empty.json", "");
    let asked = |more: &[&str]| ask(&folder, &[&["--corpus", "papers"], more].concat());
    for (more, told) in [
        (
            &["--pack", "papers/mill.txt"][..],
            "would be a document of the corpus",
        ),
        (
            &["--html", "papers/answer.html"],
            "would be a document of the corpus",
        ),
        (
            &["--pack", "papers/.groundstop-index/groundstop-index.json"],
            "into the index",
        ),
        (
            &["--pack", "./papers/../papers/.groundstop-index/new"],
            "into the index",
        ),
        (&["--pack", "notes.json"], "is no evidence pack"),
        (&["--pack", "a.json", "--html", "./a.json"], "written twice"),
    ] {
        assert_refused(&asked(more), told);
    }
    assert_eq!(folder.read("papers/mill.txt"), MILL);
    assert!(!folder.path().join("a.json").exists());
    for name in ["empty.json", "run.json", "run.json"] {
        assert_eq!(asked(&["--pack", name]).code, 0, "{name}");
    }
}

#[test]
fn what_the_guard_would_refuse_is_refused_before_any_call() {
    let folder = mill("library-endpoints");
    let asked = |endpoint: &str, more: &[&str]| {
        let web = ["--web", "--search", "searxng", "--endpoint", endpoint];
        ask(&folder, &[&web[..], more].concat())
    };
    for (endpoint, told) in [
        ("http://search.example.org", "`https`"),
        ("https://search.example.org:8080", "port"),
        (
            "https://me:hush@search.example.org",
            "leave user and password out",
        ),
        ("https://10.0.0.7/", "public network"),
        ("http://127.0.0.1:9/", "--allow-loopback"),
    ] {
        let ended = asked(endpoint, &[]);
        assert_refused(&ended, told);
        assert!(!ended.stderr.contains("hush"), "{ended:?}");
    }
    // Nobody listens there, but it is asked.
    assert_eq!(asked("http://127.0.0.1:9/", &["--allow-loopback"]).code, 3);
}

#[test]
fn the_configuration_is_neither_forgotten_nor_raised_in_silence() {
    let folder = mill("library-configured");
    folder.write(
        "home/groundstop.toml",
        "[research]\ncorpus = \"../papers\"\n",
    );
    let web = [
        "--web",
        "--search",
        "searxng",
        "--endpoint",
        "http://127.0.0.1:9/",
    ];
    let more = ["--allow-loopback", "--data-dir", "home"];
    let ended = ask(&folder, &[&web[..], &more].concat());
    assert!(
        ended
            .stderr
            .contains("only the web is asked\n  help: add `--corpus"),
        "{ended:?}"
    );
    folder.write(
        "raised/groundstop.toml",
        "[research.caps]\nmax_tool_calls_total = 99\n",
    );
    let raised = [
        "--corpus",
        "papers",
        "--data-dir",
        "raised",
        "--tier",
        "FREE",
    ];
    assert_refused(&ask(&folder, &raised), "`max_tool_calls_total` is 5 here");
    let shown = folder.run(&["policy", "show", "--data-dir", "raised", "--tier", "FREE"]);
    assert_refused(&shown, "`max_tool_calls_total` is 5 here");
}
