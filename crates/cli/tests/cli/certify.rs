//! The certification of the binary that was built.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::jcs;
use groundstop_contract::certificate::{
    BoxResult, CERTIFICATE_FORMAT, CERTIFICATE_PAYLOAD_TYPE, Certificate, CertificateFile,
    CertificateSignature, CertifiedBox, CertifiedRow,
};
use groundstop_ledger::note::{SigningKey, VerifyingKey, pre_authentication};

use crate::support::Folder;

#[test]
fn the_binary_certifies_itself_and_signs_with_its_key() {
    let folder = Folder::new("certify");
    let made = folder.run(&[
        "--data-dir",
        "home",
        "key",
        "new",
        "--origin",
        "example.org/log",
    ]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let done = folder.run(&[
        "--data-dir",
        "home",
        "certify",
        "--report",
        "certificate.json",
    ]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(
        done.stdout.contains("Certified: every box passed."),
        "{}",
        done.stdout
    );
    let report: CertificateFile =
        serde_json::from_str(&folder.read("certificate.json")).expect("a certificate");
    let names: Vec<_> = report
        .certificate
        .boxes
        .iter()
        .map(|row| row.name)
        .collect();
    assert_eq!(names, CertifiedBox::ALL);
    for row in &report.certificate.boxes {
        assert_eq!(row.result, BoxResult::Passed);
        assert!(
            row.cases > 0 && done.stdout.contains(row.name.code()),
            "{row:?}"
        );
    }
    let signature = report.signature.expect("a signature");
    let key = VerifyingKey::parse(folder.read("home/ledger.pub").trim()).expect("the key");
    let sig = STANDARD.decode(&signature.sig).expect("base64");
    let signed = |certificate: &_| {
        let payload = jcs::canonical(certificate).expect("canonical JSON");
        pre_authentication(CERTIFICATE_PAYLOAD_TYPE, payload.as_bytes())
    };
    assert!(key.verifies(&signed(&report.certificate), &sig));
    let mut other = report.certificate.clone();
    other.boxes[0].cases += 1;
    assert!(!key.verifies(&signed(&other), &sig));
    let checked = folder.run(&[
        "--data-dir",
        "home",
        "certify",
        "--verify",
        "certificate.json",
    ]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    for line in [
        "Certified: every box passed.",
        "The signature is right: example.org/log+",
        "are those of this build.",
    ] {
        assert!(checked.stdout.contains(line), "{}", checked.stdout);
    }
}

fn key(seed: u8) -> SigningKey {
    SigningKey::from_seed("example.org/log", [seed; 32]).expect("a key")
}

/// A certificate in which every box passed.
fn certificate() -> Certificate {
    let row = |name: &CertifiedBox| CertifiedRow {
        name: *name,
        ran: "something".to_owned(),
        cases: 3,
        failed: 0,
        result: BoxResult::Passed,
        failures: Vec::new(),
    };
    Certificate {
        format: CERTIFICATE_FORMAT.to_owned(),
        product: "groundstop 9.9.9".to_owned(),
        contract: "Research 18.0.0".to_owned(),
        lock_sha256: "0".repeat(64),
        screen_rules_sha256: "0".repeat(64),
        components: Vec::new(),
        certified_at: "2026-03-31T00:00:00Z".to_owned(),
        passed: true,
        boxes: CertifiedBox::ALL.iter().map(row).collect(),
    }
}

fn signed(certificate: Certificate, key: &SigningKey) -> CertificateFile {
    let payload = jcs::canonical(&certificate).expect("canonical JSON");
    let sig = key.sign(&pre_authentication(
        CERTIFICATE_PAYLOAD_TYPE,
        payload.as_bytes(),
    ));
    CertificateFile {
        certificate,
        signature: Some(CertificateSignature {
            payload_type: CERTIFICATE_PAYLOAD_TYPE.to_owned(),
            keyid: key.public().to_string(),
            sig: STANDARD.encode(sig),
        }),
    }
}

/// Exit code, output and errors of a verification with the key of seed 1.
fn verified(folder: &Folder, file: &CertificateFile) -> (i32, String, String) {
    folder.write("c.json", serde_json::to_vec(file).expect("JSON"));
    let public = key(1).public().to_string();
    let done = folder.run(&["certify", "--verify", "c.json", "--key", &public]);
    (done.code, done.stdout, done.stderr)
}

#[test]
fn a_certificate_is_verified_with_its_key() {
    let folder = Folder::new("certificate");
    let good = signed(certificate(), &key(1));
    let (code, shown, _) = verified(&folder, &good);
    assert_eq!(code, 0, "{shown}");
    for line in [
        "groundstop 9.9.9, Research 18.0.0",
        "Tool Boundary",
        "NOT those of this build",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
    // What did not pass is no certificate of anything, however well it is signed.
    let mut failed = certificate();
    failed.boxes[2].failed = 1;
    failed.boxes[2].failures = vec!["one".to_owned()];
    failed.boxes[2].result = BoxResult::Failed;
    failed.passed = false;
    let (code, shown, _) = verified(&folder, &signed(failed, &key(1)));
    assert_eq!(code, 5, "{shown}");
    assert!(shown.contains("NOT certified.") && shown.contains("The signature is right"));
    folder.write("key.pub", key(1).public().to_string());
    folder.write("c.json", serde_json::to_vec(&good).expect("JSON"));
    let told = folder.run(&[
        "certify", "--verify", "c.json", "--key", "key.pub", "--json",
    ]);
    let told: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!(told["certificate"]["passed"], true);
    assert_eq!(told["lock_of_this_build"], false);
}

#[test]
fn a_certificate_that_was_changed_or_is_of_somebody_else_is_refused() {
    let folder = Folder::new("certificate_refused");
    let good = || signed(certificate(), &key(1));
    let changed = |change: fn(&mut Certificate)| {
        let mut file = good();
        change(&mut file.certificate);
        file
    };
    let made = |change: fn(&mut Certificate)| {
        let mut made = certificate();
        change(&mut made);
        signed(made, &key(1))
    };
    let mut renamed = signed(certificate(), &key(2));
    let mut other_type = good();
    let mut unsigned = good();
    let mut no_base64 = good();
    if let (Some(a), Some(b), Some(c)) = (
        &mut renamed.signature,
        &mut other_type.signature,
        &mut no_base64.signature,
    ) {
        a.keyid = key(1).public().to_string();
        b.payload_type = "text/plain".to_owned();
        c.sig = "???".to_owned();
    }
    unsigned.signature = None;
    for (what, file) in [
        ("is not one of", changed(|one| one.boxes[0].cases += 1)),
        ("is not one of", changed(|one| one.product += "1")),
        ("is not one of", changed(|one| one.passed = false)),
        ("is not one of", renamed),
        ("is not one of", no_base64),
        ("not with", signed(certificate(), &key(2))),
        ("as something else", other_type),
        ("unsigned", unsigned),
        ("every box", made(|one| drop(one.boxes.pop()))),
        ("every box", made(|one| one.boxes.swap(0, 1))),
        ("does not follow", made(|one| one.boxes[0].cases = 0)),
        ("does not follow", made(|one| one.boxes[0].failed = 1)),
        ("does not follow", made(|one| one.passed = false)),
    ] {
        let (code, shown, told) = verified(&folder, &file);
        assert_eq!((code, shown.as_str()), (5, ""), "{what}: {told}");
        assert!(told.contains(what), "{what}: {told}");
    }
}

#[test]
fn what_is_no_certificate_and_a_missing_key_are_wrong_input() {
    let folder = Folder::new("certificate_input");
    let good = serde_json::to_string(&signed(certificate(), &key(1))).expect("JSON");
    folder.write("good.json", &good);
    folder.write(
        "other.json",
        good.replace(CERTIFICATE_FORMAT, "groundstop-certificate/2"),
    );
    folder.write("none.json", "{}");
    folder.write("text.txt", "no JSON");
    let public = key(1).public().to_string();
    for (arguments, told) in [
        (
            &["certify", "--verify", "none.json", "--key", &public][..],
            "is no certificate",
        ),
        (
            &["certify", "--verify", "text.txt", "--key", &public],
            "is no certificate",
        ),
        (
            &["certify", "--verify", "other.json", "--key", &public],
            "its format is",
        ),
        (
            &["certify", "--verify", "missing.json", "--key", &public],
            "no such file",
        ),
        (
            &["certify", "--verify", "good.json", "--key", "junk"],
            "the key",
        ),
        (&["certify", "--verify", "good.json"], "public key"),
        (&["certify", "--key", &public], "--verify"),
    ] {
        let done = folder.run(arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.contains(told), "{arguments:?}: {}", done.stderr);
    }
}

#[test]
fn a_certificate_of_other_components_is_told() {
    use groundstop_contract::certificate::ComponentDigest;
    let folder = Folder::new("certificate-components");
    let mut own = certificate();
    own.components = groundstop_certify::components();
    assert_eq!(own.components.len(), 9);
    let (code, shown, _) = verified(&folder, &signed(own.clone(), &key(1)));
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("The components it was made for are those of this build."));
    own.components[2] = ComponentDigest {
        name: "injection".to_owned(),
        sha256: "0".repeat(64),
    };
    let (code, shown, _) = verified(&folder, &signed(own, &key(1)));
    assert_eq!(code, 5, "{shown}");
    assert!(
        shown.contains("Changed after its certification: injection."),
        "{shown}"
    );
}
