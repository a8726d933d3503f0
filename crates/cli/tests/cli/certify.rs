//! The certification of the binary that was built.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::jcs;
use groundstop_contract::certificate::{
    BoxResult, CERTIFICATE_PAYLOAD_TYPE, CertificateFile, CertifiedBox,
};
use groundstop_ledger::note::{VerifyingKey, pre_authentication};

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
}
