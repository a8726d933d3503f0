//! The ledger in unkind surroundings: cut off, read-only, pointed elsewhere,
//! changed by hand, or gone while a command runs.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start the command as others, and stop the server it writes to"
)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use groundstop_contract::ledger::{LedgerRecord, RecordBody, Resolution, ReviewRecord};
use groundstop_ledger::Moment;
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{LogStore, SqliteStore};
use groundstop_testing::postgres_server::{Server, server};

use crate::ledger::{VERIFY, folder, ledger, records, refused, verify};
use crate::support::{Ended, Folder, example};

const HOME: [&str; 2] = ["--data-dir", "rec"];

fn review(folder: &Folder, field: &str, more: &[&str]) -> Ended {
    let base = [
        "review",
        "0",
        "--by",
        "A. Person",
        "--reason",
        "read it",
        "--field",
        field,
    ];
    folder.run(&[&HOME[..], &base, more].concat())
}

#[test]
fn a_key_that_was_pointed_at_another_record_gives_nothing_away() {
    let Some(server) = server() else { return };
    let folder = Folder::new("care-once").with_example();
    let address = server.database();
    let store = ["--store", address.as_str()];
    let once = |key: &str| {
        let more = ["--idempotency-key", key, "--json"];
        folder.run(&[&store[..], &VERIFY, &more].concat())
    };
    once("mine");
    folder.write("candidates.json", "[]");
    once("theirs");
    folder.write("candidates.json", example("candidates.json"));
    change(
        server,
        &address,
        "UPDATE once SET seq = 1 WHERE key = 'mine'",
    );
    refused(&once("mine"), 5, "which does not answer that request");
    let log = folder.run(&[&store[..], &["ledger", "log"]].concat());
    assert_eq!(log.stdout.lines().count(), 2, "{log:?}");
}

/// Changes a store by hand.
fn change(server: &Server, address: &str, sql: &str) {
    let name = address.rsplit('/').next().expect("a name");
    let sql = format!("SET search_path TO groundstop; {sql}");
    server.run(name, &sql).expect("the change");
}

/// A record as `review` would have made it, appended past all checks.
fn forged(folder: &Folder, change: impl FnOnce(&mut ReviewRecord)) {
    let shown = ledger(folder, &["show", "1", "--json"]);
    let entry: serde_json::Value = serde_json::from_str(&shown.stdout).expect("JSON");
    let record: LedgerRecord = serde_json::from_value(entry["record"].clone()).expect("a record");
    let RecordBody::Review(mut review) = record.body else {
        panic!("{entry}");
    };
    change(&mut review);
    let store = SqliteStore::open(&folder.path().join("rec/ledger.db")).expect("a store");
    let later = Moment::parse("2190-01-01T00:00:00Z").expect("a time");
    let draft = Draft::new(&RecordBody::Review(review), later).expect("a draft");
    store.append(&[draft]).expect("appended");
}

#[test]
fn a_resolution_that_does_not_fit_its_decision_is_the_first_wrong_record() {
    type Change = fn(&mut ReviewRecord);
    let changes: [(Change, &str); 8] = [
        (
            |review| review.of.record = 77,
            "record 77, which comes later",
        ),
        (|review| review.of.record = 1, "record 1 holds no decisions"),
        (
            |review| review.of.receipt_id = "0".repeat(64),
            "another receipt",
        ),
        (|review| review.of.decision = 99, "no decision 99"),
        (|review| review.of.decision = 0, "is of the field"),
        (
            |review| {
                review.of.decision = 0;
                review.of.field_name = "agreement_date".to_owned();
            },
            "no value of `agreement_date`",
        ),
        (
            |review| review.resolution = Resolution::Absent,
            "none is given",
        ),
        (|review| review.verified = None, "not verified"),
    ];
    let folder = folder("care-review");
    verify(&folder, &[]);
    let value = [
        "--value",
        "6.125%",
        "--quote",
        "at a rate of 6.125 per cent per annum",
        "--document",
        "agreement.txt",
    ];
    assert_eq!(review(&folder, "interest_rate", &value).code, 0);
    assert_eq!(ledger(&folder, &["fsck"]).code, 0);
    let well = folder.read_bytes("rec/ledger.db");
    for (change, says) in changes {
        folder.write("rec/ledger.db", &well);
        for beside in ["rec/ledger.db-wal", "rec/ledger.db-shm"] {
            let _ = fs::remove_file(folder.path().join(beside));
        }
        forged(&folder, change);
        let found = ledger(&folder, &["fsck"]);
        refused(&found, 5, "record 2: review_differs");
        assert!(found.stderr.contains(says), "{says}: {found:?}");
    }
}

#[test]
fn the_same_resolution_is_not_recorded_twice_and_a_change_of_mind_is() {
    let folder = folder("care-again");
    verify(&folder, &[]);
    let say = |answer: &str| review(&folder, "closing_date", &[answer]);
    assert!(say("--absent").stderr.contains("recorded: 1"));
    let again = say("--absent");
    assert_eq!(again.code, 0, "{again:?}");
    assert!(
        again
            .stderr
            .contains("nothing recorded: record 1 says the same already"),
        "{again:?}"
    );
    assert!(again.stdout.contains("does not say it"), "{again:?}");
    assert!(say("--unresolved").stderr.contains("recorded: 2"));
    assert!(say("--absent").stderr.contains("recorded: 3"));
    assert_eq!(records(&folder), 4);
}

#[test]
fn an_imported_log_is_verified_with_the_key_or_said_not_to_be() {
    let folder = folder("care-import");
    verify(&folder, &[]);
    ledger(&folder, &["checkpoint"]);
    ledger(&folder, &["export", "-o", "log.jsonl"]);
    let import = |home: &str, more: &[&str]| {
        let base = ["--data-dir", home, "ledger", "import", "log.jsonl"];
        folder.run(&[&base[..], more].concat())
    };
    let plain = import("plain", &[]);
    assert!(
        plain.stdout.contains("signatures NOT verified"),
        "{plain:?}"
    );
    let keyed = import("keyed", &["--key", "rec/ledger.pub"]);
    assert!(keyed.stdout.contains("signatures verified"), "{keyed:?}");
    let other = ["key", "new", "--origin", "example.org/log"];
    folder.run(&[&["--data-dir", "twin"], &other[..]].concat());
    refused(&import("twin", &[]), 5, "signed with the key given");
    let other = ["key", "new", "--origin", "example.org/else"];
    folder.run(&[&["--data-dir", "else"], &other[..]].concat());
    refused(
        &import("else", &["--key", "rec/ledger.pub"]),
        5,
        "not of `example.org/else`",
    );
    for home in ["twin", "else"] {
        let log = folder.run(&["--data-dir", home, "ledger", "log"]);
        assert!(!log.stdout.contains("agreement"), "{log:?}");
    }
}

#[test]
fn removed_checkpoints_and_guards_fail_the_verification() {
    let Some(server) = server() else { return };
    let folder = folder("care-removed");
    let address = server.database();
    let store = [&HOME[..], &["--store", address.as_str()]].concat();
    let ledger = |args: &[&str]| folder.run(&[&store[..], &["ledger"], args].concat());
    folder.run(&[&store[..], &VERIFY].concat());
    assert_eq!(ledger(&["checkpoint"]).code, 0);
    assert_eq!(ledger(&["verify"]).code, 0);
    let table = "ALTER TABLE checkpoints";
    change(server, &address, &format!("{table} DISABLE TRIGGER ALL"));
    for audit in ["verify", "fsck"] {
        refused(&ledger(&[audit]), 5, "guard_missing: `checkpoints_stay`");
    }
    let removed = format!("DELETE FROM checkpoints; {table} ENABLE TRIGGER ALL");
    change(server, &address, &removed);
    for audit in ["verify", "fsck"] {
        refused(&ledger(&[audit]), 5, "checkpoint_missing");
    }
    refused(&ledger(&["checkpoint"]), 5, "nothing more is signed");
}

#[test]
fn a_cut_off_file_begins_no_new_log() {
    let folder = folder("care-cut");
    verify(&folder, &[]);
    let whole = folder.read_bytes("rec/ledger.db");
    folder.write("rec/ledger.db", "");
    refused(&verify(&folder, &[]), 5, "the log that was here is gone");
    refused(&ledger(&folder, &["log"]), 5, "`rec/ledger.db` is empty");
    for length in [0, 4096, whole.len() / 2, whole.len() - 1] {
        folder.write("rec/ledger.db", &whole[..length]);
        assert_eq!(verify(&folder, &[]).code, 5);
        for audit in ["verify", "fsck"] {
            refused(&ledger(&folder, &[audit]), 5, "FAILED: damaged");
        }
        assert_eq!(folder.read_bytes("rec/ledger.db"), &whole[..length]);
    }
    folder.write("rec/ledger.db", &whole);
    assert_eq!(ledger(&folder, &["fsck"]).code, 0);
}

#[test]
fn a_damaged_page_fails_fsck() {
    let folder = folder("care-page");
    verify(&folder, &[]);
    let mut bytes = folder.read_bytes("rec/ledger.db");
    for page in bytes[4096..].chunks_mut(4096) {
        page[..64].fill(0x5a);
    }
    folder.write("rec/ledger.db", &bytes);
    refused(&ledger(&folder, &["fsck"]), 5, "FAILED: damaged");
    refused(&ledger(&folder, &["verify"]), 5, "FAILED: damaged");
    assert_eq!(verify(&folder, &[]).code, 5);
    assert_eq!(
        folder.read_bytes("rec/ledger.db"),
        bytes,
        "nothing is repaired"
    );
}

#[test]
fn a_store_in_the_configuration_is_looked_for_from_there() {
    let folder = folder("care-relative");
    folder.write(
        "rec/groundstop.toml",
        "origin = \"example.org/log\"\nstore = \"deeper.db\"\n",
    );
    verify(&folder, &[]);
    assert!(folder.path().join("rec/deeper.db").exists());
    assert!(!folder.path().join("deeper.db").exists());
    assert_eq!(records(&folder), 1);
    // What is typed is looked for from where it is typed.
    let typed = [&["--store", "here.db"], &VERIFY[..]].concat();
    assert!(folder.run(&typed).stderr.contains("recorded: 0"));
    assert!(folder.path().join("here.db").exists());
}

#[test]
fn digits_name_a_record_unless_they_begin_an_id_too() {
    let folder = folder("care-digits");
    let store = SqliteStore::open(&folder.path().join("rec/ledger.db")).expect("a store");
    let at = Moment::parse("2026-01-01T00:00:00Z").expect("a time");
    let note = |id: &str| Draft::new(&serde_json::json!({"note": {"id": id}}), at).expect("one");
    let ids = ["000002ab", "7654321c", "7654322c", "abcdef01"];
    store.append(&ids.map(note)).expect("appended");
    drop(store);
    let shown = |named: &str| ledger(&folder, &["show", named]);
    let is = |named: &str, place: &str| {
        let ended = shown(named);
        assert!(
            ended.stdout.trim_start().starts_with(place),
            "{named}: {ended:?}"
        );
    };
    let both = shown("000002");
    refused(
        &both,
        2,
        "the number of record 2 and begins the id of record 0",
    );
    assert!(
        both.stderr.contains("`number:000002` or `id:000002`"),
        "{both:?}"
    );
    is("number:000002", "2  ");
    is("id:000002", "0  ");
    is("2", "2  ");
    is("7654321", "1  ");
    is("abcdef", "3  ");
    refused(&shown("765432"), 2, "begins the ids of 2 records");
    refused(&shown("200000"), 2, "no record 200000 in a log of 4");
    refused(&shown("id:17"), 2, "no record `id:17`");
    refused(&shown("number:abcdef"), 2, "no record `number:abcdef`");
}

#[test]
fn a_log_is_not_named_with_letters_nobody_sees() {
    let folder = Folder::new("care-names");
    for name in [
        "exam\u{202e}ple",
        "exam\u{200b}ple",
        "exam\u{7}ple",
        "a\u{2066}b",
    ] {
        let made = folder.run(&["--data-dir", "new", "key", "new", "--origin", name]);
        refused(&made, 2, "cannot be the name of a log");
        assert!(!made.stderr.contains(name), "shown as it is not: {made:?}");
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn what_only_looks_makes_nothing() {
    let folder = Folder::new("care-missing").with_example();
    for command in [
        &["ledger", "gc"][..],
        &["ledger", "log"],
        &["ledger", "fsck"],
    ] {
        refused(
            &folder.run(&[&HOME[..], command].concat()),
            2,
            "no ledger at",
        );
    }
    refused(&review(&folder, "rate", &["--absent"]), 2, "no ledger at");
    assert!(!folder.path().join("rec").exists());
}

/// Every command that only reads, and whether it needs a checkpoint.
const READING: [&[&str]; 6] = [
    &["verify"],
    &["fsck"],
    &["log"],
    &["show", "0"],
    &["proof", "0"],
    &["log", "--open"],
];

/// No file can grow, not even for root, so the database cannot make what it wants beside its own.
#[test]
fn a_log_is_audited_where_nothing_can_be_written() {
    let folder = folder("care-no-room");
    verify(&folder, &[]);
    ledger(&folder, &["checkpoint"]);
    for args in READING {
        let command = format!(
            "trap '' XFSZ; ulimit -f 0; exec {} --data-dir rec ledger {}",
            env!("CARGO_BIN_EXE_groundstop"),
            args.join(" ")
        );
        let output = Command::new("/bin/sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        assert!(!output.stdout.is_empty(), "{args:?}");
    }
}

/// A folder that its reader cannot write to. For root every folder can be written
/// to, so the command is run as somebody else there.
#[test]
fn a_read_only_copy_is_audited() {
    let folder = folder("care-read-only");
    verify(&folder, &[]);
    ledger(&folder, &["checkpoint"]);
    let place = ReadOnly::copy(&folder);
    for args in READING {
        let ended = place.run(args);
        assert_eq!(ended.status.code(), Some(0), "{args:?}: {ended:?}");
    }
    let export = place.run(&["export", "-o", "../out/log.jsonl"]);
    assert_eq!(export.status.code(), Some(0), "{export:?}");
    let one = place.run(&["export", "--record", "0", "-o", "../out/one.json"]);
    assert_eq!(one.status.code(), Some(0), "{one:?}");
    let names = fs::read_dir(place.0.join("rec")).expect("the copy").count();
    assert_eq!(names, 4, "nothing was left beside the log");
    // Records that only the file beside the log holds are never passed over in silence.
    place.write("rec/ledger.db-wal", &[7; 5000]);
    let apart = place.run(&["verify"]);
    assert_eq!(apart.status.code(), Some(2), "{apart:?}");
    let said = String::from_utf8_lossy(&apart.stderr).into_owned();
    assert!(said.contains("does not hold yet"), "{said}");
}

/// A copy of a data directory, with the command beside it, for everybody to read.
struct ReadOnly(PathBuf);

impl ReadOnly {
    fn copy(folder: &Folder) -> ReadOnly {
        let place = std::env::temp_dir().join(format!("groundstop-ro-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        for name in ["rec", "out"] {
            fs::create_dir_all(place.join(name)).expect("folders");
        }
        let copy = ReadOnly(place);
        fs::copy(env!("CARGO_BIN_EXE_groundstop"), copy.0.join("groundstop")).expect("a copy");
        for name in ["ledger.db", "ledger.pub", "ledger.key", "groundstop.toml"] {
            copy.write(
                &format!("rec/{name}"),
                &folder.read_bytes(&format!("rec/{name}")),
            );
        }
        let mode = |name: &str, mode| {
            let path = copy.0.join(name);
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
        };
        mode("", 0o755);
        mode("rec", 0o555);
        if let Some(user) = nobody() {
            chown(copy.0.join("out"), Some(user), Some(user)).expect("a folder of its own");
        }
        copy
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let rec = self.0.join("rec");
        let mode = |mode| fs::set_permissions(&rec, fs::Permissions::from_mode(mode));
        let before = fs::metadata(&rec).expect("a folder").mode();
        mode(0o755).expect("permissions");
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("permissions");
        mode(before).expect("permissions");
    }

    fn run(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::new(self.0.join("groundstop"));
        if let Some(user) = nobody() {
            command.uid(user).gid(user);
        }
        command
            .args(["--data-dir", "."])
            .arg("ledger")
            .args(args)
            .env_remove("GROUNDSTOP_HOME")
            .env_remove("GROUNDSTOP_STORE")
            .current_dir(self.0.join("rec"))
            .output()
            .expect("the command starts")
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        let rec = self.0.join("rec");
        let _ = fs::set_permissions(rec, fs::Permissions::from_mode(0o755));
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Somebody without rights, where these tests are run by root.
fn nobody() -> Option<u32> {
    let root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    root.then_some(65_534)
}

/// A `verify` that has opened its store and waits for its document.
fn waiting(folder: &Folder, address: &str, server: &Server) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_groundstop"))
        .args(["--store", address, "verify", "-", "candidates.json"])
        .args(["--schema", "schema.toml", "--json"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The last thing asked before the document is read: which log this is.
    let connected = "SELECT 1 / count(*) FROM pg_stat_activity WHERE state = 'idle' \
        AND application_name LIKE 'groundstop%' AND query LIKE 'SELECT value FROM meta WHERE key = $1%'";
    let asked = (0..600).any(|_| {
        thread::sleep(Duration::from_millis(50));
        server.run("postgres", connected).is_ok()
    });
    assert!(asked, "the command connects");
    child
}

/// Gives the document that is waited for.
fn go_on(mut child: Child) -> Ended {
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(&example("agreement.txt")).expect("written");
    drop(pipe);
    ended(child.wait_with_output().expect("the command ends"))
}

fn ended(output: std::process::Output) -> Ended {
    Ended {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code().expect("an exit code"),
    }
}

#[test]
fn a_database_that_goes_away_in_the_middle_releases_nothing() {
    let Some(mut server) = Server::start("middle") else {
        return;
    };
    let folder = Folder::new("care-gone").with_example();
    let address = server.database();
    let child = waiting(&folder, &address, &server);
    server.halt();
    let start = Instant::now();
    let ended = go_on(child);
    // Fewer than ten seconds on a machine of its own; one that is busy may take its time.
    assert!(
        start.elapsed() < Duration::from_secs(300),
        "tries are bounded"
    );
    assert!(
        start.elapsed() > Duration::from_secs(3),
        "it was tried again"
    );
    refused(&ended, 2, "the store went away");
    server.restart();
    let log = folder.run(&["--store", &address, "ledger", "log"]);
    assert_eq!(log.stdout, "no record\n", "{log:?}");
    // Where it is back in time, the lost connection is made again and nothing is lost.
    let child = waiting(&folder, &address, &server);
    server.halt();
    server.restart();
    let ended = go_on(child);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stderr.contains("recorded: 0"), "{ended:?}");
}

/// The certificate of an authority, and one of `localhost` by it with its key.
fn certificates() -> (String, String, String) {
    let key = rcgen::KeyPair::generate().expect("a key");
    let mut authority = rcgen::CertificateParams::default();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let root = authority.self_signed(&key).expect("an authority");
    let issuer = rcgen::Issuer::new(authority, key);
    let key = rcgen::KeyPair::generate().expect("a key");
    let server = rcgen::CertificateParams::new(["localhost".to_owned()]).expect("a name");
    let server = server.signed_by(&key, &issuer).expect("a certificate");
    (root.pem(), server.pem(), key.serialize_pem())
}

#[test]
fn a_connection_is_encrypted_to_a_verified_server_or_refused() {
    let folder = Folder::new("care-tls").with_example();
    let (root, certificate, key) = certificates();
    folder.write("root.pem", root);
    folder.write("stranger.pem", certificates().0);
    let Some(server) = Server::start_encrypted("tls", &certificate, &key) else {
        return;
    };
    let verify = |address: &str, trusted: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_groundstop"))
            .args(["--store", address])
            .args(VERIFY)
            .env("SSL_CERT_FILE", folder.path().join(trusted))
            .env_remove("SSL_CERT_DIR")
            .current_dir(folder.path())
            .output()
            .expect("the command starts");
        ended(output)
    };
    let encrypted = server.network_address("postgres", "?sslmode=require");
    let recorded = verify(&encrypted, "root.pem");
    assert!(recorded.stderr.contains("recorded: 0"), "{recorded:?}");
    // Nobody vouches for it, another name, no encryption where it is asked for, none at all.
    refused(&verify(&encrypted, "stranger.pem"), 2, "TLS");
    let renamed = encrypted.replace("localhost", "127.0.0.1");
    refused(&verify(&renamed, "root.pem"), 2, "TLS");
    let plain = server.network_address("postgres", "");
    refused(&verify(&plain, "root.pem"), 2, "no encryption");
    let unknown = server.network_address("postgres", "?sslmode=verify-full");
    refused(&verify(&unknown, "root.pem"), 2, "sslmode");
}
