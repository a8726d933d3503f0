//! Research where something is not as it should be: requests that are repeated, a
//! configuration with mistakes, outputs without a folder, files that are none.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests remove files of their own and make special ones"
)]

use std::fs;

use serde_json::Value;

use crate::support::{Ended, Folder};

const MILL: &str = "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire.\n";
const QUESTION: &str = "When was the Harrow mill rebuilt?";

fn mill(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("papers/mill.txt", MILL);
    assert_eq!(folder.run(&["index", "papers"]).code, 0);
    folder
}

fn assert_refused(ended: &Ended, told: &str) {
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{ended:?}");
    assert!(ended.stderr.contains(told), "{told}: {ended:?}");
}

fn json(ended: &Ended) -> Value {
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

#[test]
fn a_request_is_the_same_whatever_becomes_of_the_index() {
    let folder = mill("care-repeated");
    let ask = |corpus: &str, more: &[&str]| {
        let args = ["ask", QUESTION, "--corpus", corpus, "--data-dir", "records"];
        folder.run(&[&args[..], &["--idempotency-key", "K1"], more].concat())
    };
    let first = ask("papers", &[]);
    assert_eq!(first.code, 0, "{first:?}");
    let repeated = |ended: Ended| {
        assert_eq!((ended.code, &ended.stdout), (0, &first.stdout), "{ended:?}");
        assert!(ended.stderr.contains("by an equal request before"));
    };
    // An index that was brought up to date, one that is behind, and none.
    folder.write("papers/boats.txt", "The ferry crosses twice a day.\n");
    assert_eq!(folder.run(&["index", "papers"]).code, 0);
    repeated(ask("papers", &[]));
    folder.write("papers/mill.txt", MILL.replace("1931", "1948"));
    repeated(ask("papers", &[]));
    // The same folder, named otherwise.
    let whole = folder.path().join("papers");
    repeated(ask(whole.to_str().unwrap(), &[]));
    repeated(ask("./papers/", &[]));
    fs::remove_dir_all(folder.path().join("papers/.groundstop-index")).unwrap();
    repeated(ask("papers", &[]));
    // What whoever asks sets makes another request.
    for more in [
        &["--tier", "MAX"][..],
        &["--env", "prod"],
        &["--conversation", "c"],
        &["--min-grade", "B"],
        &["--language", "eng"],
        &["--index", "elsewhere"],
        &["--allow-host", "example.org"],
        &["--deny-host", "example.org"],
        &["--allow-loopback"],
        &["--allow-loopback-pages"],
        &["--web", "--search", "mediawiki"],
    ] {
        assert_refused(&ask("papers", more), "used for another request");
    }
}

#[test]
fn a_mistake_in_the_configuration_is_cured_where_it_stands() {
    let folder = mill("care-configured");
    let shown = |config: &str| {
        folder.write("home/groundstop.toml", config);
        folder.run(&["policy", "show", "--data-dir", "home"])
    };
    for (config, told, cure) in [
        (
            "orgin = 'x'\n",
            "unknown key `orgin`",
            "`origin`, `store` and `key`",
        ),
        ("store = 7\n", "line 1", "`origin`, `store` and `key`"),
        ("[research\n", "line 1", "TOML"),
        (
            "[research]\nteir = 'PRO'\n",
            "unknown key `teir`",
            "`enabled`, `tier`, `environment`, `corpus`, `index`, `search`, `endpoint`, \
             `allow_hosts`, `deny_hosts`, `allow_loopback`, `allow_loopback_pages`, `min_grade`, `language`",
        ),
        ("[research]\ntier = 'GOLD'\n", "tier", "FREE, PRO, MAX"),
        (
            "[research]\nenvironment = 'live'\n",
            "environment",
            "dev, staging, prod",
        ),
        ("[research]\nmin_grade = 'F'\n", "grade", "A, B, C, D, E"),
        (
            "[research]\nsearch = 'google'\n",
            "search",
            "searxng, brave, tavily, mediawiki",
        ),
        ("[research]\nenabled = 'no'\n", "line 2", "true or false"),
        (
            "[research.caps]\nmax_calls = 3\n",
            "unknown key `max_calls`",
            "`max_tool_calls_total`",
        ),
        (
            "[research.caps]\nmax_tool_calls_total = 'x'\n",
            "line 2",
            "each a whole number",
        ),
        (
            "[research]\nlanguage = 'klingon'\n",
            "klingon",
            "three-letter code",
        ),
        (
            "[research]\ndeny_hosts = ['a b']\n",
            "`a b` is no host",
            "example.org",
        ),
        (
            "[research]\nsearch = 'searxng'\nendpoint = 'http://search.example.org'\n",
            "the scheme is not permitted",
            "`https`",
        ),
        (
            "[research]\nsearch = 'searxng'\nendpoint = 'search'\n",
            "the address of `searxng`",
            "`endpoint`",
        ),
        (
            "[research]\nendpoint = 'https://search.example.org'\n",
            "`endpoint`",
            "`search`",
        ),
    ] {
        let ended = shown(config);
        assert_refused(&ended, told);
        assert_refused(&ended, cure);
        assert!(ended.stderr.contains("groundstop.toml"), "{ended:?}");
        let research = config.contains("research]");
        assert!(!research || !ended.stderr.contains("`origin`"), "{ended:?}");
    }
    // As with options, case does not matter.
    let ended = shown("[research]\ntier = 'max'\nenvironment = 'PROD'\nmin_grade = 'd'\n");
    assert!(ended.stdout.starts_with("MAX in prod"), "{ended:?}");
    // What the environment or an option may still say is no mistake, but told.
    for (config, told) in [
        (
            "[research]\nsearch = 'searxng'\n",
            "`searxng` needs the address",
        ),
        ("[research]\nsearch = 'Brave'\n", "GROUNDSTOP_SEARCH_KEY"),
        (
            "[research]\nsearch = 'searxng'\nendpoint = 'http://127.0.0.1:9/'\n",
            "",
        ),
    ] {
        let ended = shown(config);
        assert_eq!(ended.code, 0, "{ended:?}");
        assert_eq!(ended.stderr.is_empty(), told.is_empty(), "{ended:?}");
        assert!(ended.stderr.contains(told), "{ended:?}");
    }
    let asked = folder.run(&["ask", QUESTION, "--web", "--data-dir", "home"]);
    assert_refused(&asked, "--allow-loopback");
    folder.write(
        "home/groundstop.toml",
        "[research]\nsearch = 'searxng'\nendpoint = 'ftp://search.example.org'\n",
    );
    let asked = folder.run(&["ask", QUESTION, "--corpus", "papers", "--data-dir", "home"]);
    assert_refused(&asked, "the address of `searxng`");
}

#[test]
fn a_search_engine_is_asked_only_for_what_it_lacks() {
    let folder = Folder::new("care-keys");
    let ask = |engine: &str| folder.run(&["ask", QUESTION, "--web", "--search", engine]);
    for engine in ["brave", "tavily"] {
        let ended = ask(engine);
        assert_refused(&ended, "GROUNDSTOP_SEARCH_KEY");
        assert!(!ended.stderr.contains("--endpoint"), "{ended:?}");
    }
    let ended = ask("searxng");
    assert_refused(&ended, "--endpoint");
    assert!(!ended.stderr.contains("GROUNDSTOP_SEARCH_KEY"), "{ended:?}");
}

#[test]
fn a_folder_that_never_had_documents_is_refused() {
    let folder = Folder::new("care-bare");
    fs::create_dir(folder.path().join("bare")).unwrap();
    assert_refused(&folder.run(&["index", "bare"]), "holds no documents");
    assert_eq!(folder.names_in("bare"), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_skipped_and_named() {
    let folder = mill("care-special");
    let pipe = folder.path().join("papers/pipe.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let at = folder.path().join("papers/s.txt");
    let _listening = std::os::unix::net::UnixListener::bind(at).unwrap();
    std::os::unix::fs::symlink("/dev/null", folder.path().join("papers/null.txt")).unwrap();
    let ended = folder.run(&["index", "papers", "--json"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    let said = json(&ended);
    let skipped = said["skipped"].as_array().unwrap().iter();
    let skipped: Vec<_> = skipped
        .map(|one| {
            (
                one["document"].as_str().unwrap(),
                one["reason"].as_str().unwrap(),
            )
        })
        .collect();
    let names: Vec<_> = skipped.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["null.txt", "pipe.txt", "s.txt"]);
    for (name, why) in skipped {
        assert!(why.contains("is no ordinary file"), "{name}: {why}");
    }
    assert_eq!(ended.stderr.matches("is no ordinary file").count(), 3);
    // It is no document, so it makes no index out of date.
    let asked = folder.run(&["ask", QUESTION, "--corpus", "papers"]);
    assert_eq!((asked.code, asked.stderr.as_str()), (0, ""), "{asked:?}");
}

#[test]
fn tampering_is_told_as_json_too() {
    let folder = mill("care-tamper");
    let asked = ["ask", QUESTION, "--corpus", "papers", "--pack", "run.json"];
    assert_eq!(folder.run(&asked).code, 0);
    let ended = folder.run(&["replay", "run.json", "--tamper", "--json"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let said = json(&ended);
    let changes = said["changes"].as_array().unwrap();
    let count = u64::try_from(changes.len()).unwrap();
    assert!(count > 20, "{count}");
    assert_eq!(said["changed"].as_u64(), Some(count));
    assert_eq!(said["noticed"].as_u64(), Some(count));
    let seal = |change: &&Value| change["differences"] == serde_json::json!(["seal"]);
    let by_seal = changes.iter().filter(seal).count();
    assert_eq!(said["by_seal_alone"].as_u64(), u64::try_from(by_seal).ok());
    for change in changes {
        assert!(change["place"].is_string() && change["noticed"] == true);
        let named = change["differences"].as_array().unwrap();
        assert!(named.is_empty() == change["error"].is_string(), "{change}");
    }
    let words = folder.run(&["replay", "run.json", "--tamper"]);
    assert!(
        words
            .stdout
            .contains(&format!("{count} of {count} changes noticed, {by_seal}"))
    );
}

#[test]
fn an_output_without_a_folder_is_refused_before_any_work() {
    let folder = mill("care-outputs");
    folder.write("file", "");
    let ask = |more: &[&str]| {
        let args = [
            "ask",
            QUESTION,
            "--corpus",
            "papers",
            "--data-dir",
            "records",
        ];
        folder.run(&[&args[..], more].concat())
    };
    for (option, place, told) in [
        ("--html", "nowhere/x.html", "there is no folder `nowhere`"),
        ("--pack", "nowhere/x.json", "there is no folder `nowhere`"),
        ("--pack", "file/x.json", "`file` is no folder"),
        ("--html", "papers", "`papers` is no ordinary file"),
    ] {
        assert_refused(&ask(&[option, place]), told);
        assert!(!folder.path().join("records").exists(), "{option} {place}");
    }
    let args = [
        "ask",
        QUESTION,
        "--corpus",
        "nowhere",
        "--data-dir",
        "records",
    ];
    assert_refused(&folder.run(&args), "groundstop index nowhere");
    assert!(!folder.path().join("records").exists());
    // Had the boxes been run, they would be told.
    for (place, told) in [
        ("nowhere/x.json", "there is no folder `nowhere`"),
        ("file/x.json", "`file` is no folder"),
        ("papers", "`papers` is no ordinary file"),
    ] {
        assert_refused(&folder.run(&["certify", "--report", place]), told);
    }
}

#[test]
fn an_answer_is_not_lost_where_its_file_cannot_be_written() {
    let folder = mill("care-unwritten");
    // Nothing is wrong with the folder, but no file can have such a name beside it.
    let long = format!("{}.html", "x".repeat(250));
    let args = ["ask", QUESTION, "--corpus", "papers", "--html", &long];
    let ended = folder.run(&[&args[..], &["--pack", "run.json"]].concat());
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stdout.contains("1931"), "{ended:?}");
    assert!(ended.stderr.contains("cannot write"), "{ended:?}");
    assert_eq!(folder.run(&["replay", "run.json"]).code, 0);
}
