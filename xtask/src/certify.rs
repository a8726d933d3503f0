//! `cargo xtask certify`: certifies the release build and renews the record of what was certified.
//!
//! `certified.json` says which components, and which contracts, passed the checklist last. What
//! changed since is told by `cargo xtask tidy`, and so by every run of the checks, until it is
//! certified again.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use groundstop_contract::certificate::{Certificate, CertificateFile, ComponentDigest};
use serde::{Deserialize, Serialize};

use crate::workspace_root;

/// The record at the root of the workspace.
const FILE_NAME: &str = "certified.json";
/// What it says of itself.
const ABOUT: &str = "What passed the certification last. Written by `cargo xtask certify`; `cargo xtask tidy` tells what changed since.";

/// What was certified last.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    about: String,
    product: String,
    contract: String,
    certified_at: String,
    /// Over the contracts of `contracts.lock`.
    contracts_sha256: String,
    components: Vec<ComponentDigest>,
}

impl Record {
    fn of(certificate: Certificate) -> Record {
        Record {
            about: ABOUT.to_owned(),
            product: certificate.product,
            contract: certificate.contract,
            certified_at: certificate.certified_at,
            contracts_sha256: certificate.lock_sha256,
            components: certificate.components,
        }
    }
}

/// Certifies the release build; the record is renewed only if every box passed.
pub(crate) fn run() -> Result<bool, String> {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--release", "--quiet", "--package", "groundstop"])
        .args(["--", "certify", "--json"])
        .current_dir(workspace_root())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let report: CertificateFile = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("no certificate came back: {error}"))?;
    for row in &report.certificate.boxes {
        println!("{:<18}{:>7}  {}", row.name, row.cases, row.result);
        row.failures
            .iter()
            .for_each(|failure| println!("    {failure}"));
    }
    if !report.certificate.passed {
        return Err("not certified, the record stays as it is".to_owned());
    }
    let text = serde_json::to_string_pretty(&Record::of(report.certificate))
        .map_err(|error| error.to_string())?;
    let path = workspace_root().join(FILE_NAME);
    fs::write(&path, format!("{text}\n")).map_err(|error| format!("`{FILE_NAME}`: {error}"))?;
    println!("written    {FILE_NAME}");
    Ok(true)
}

/// What changed after its certification.
pub(crate) fn findings(root: &Path) -> Vec<String> {
    let text = fs::read_to_string(root.join(FILE_NAME)).unwrap_or_default();
    changed(
        &text,
        &groundstop_certify::components(),
        &groundstop_certify::lock_sha256(),
    )
}

/// What a record does not vouch for.
fn changed(record: &str, components: &[ComponentDigest], contracts_sha256: &str) -> Vec<String> {
    let Ok(record) = serde_json::from_str::<Record>(record) else {
        return vec![format!(
            "{FILE_NAME}: it is no record of a certification: run `cargo xtask certify`"
        )];
    };
    let told = |what: &str| {
        format!("{FILE_NAME}: {what} changed after its certification: run `cargo xtask certify`")
    };
    let mut found: Vec<String> = components
        .iter()
        .filter(|one| !record.components.contains(one))
        .map(|one| told(&format!("`{}`", one.name)))
        .collect();
    let known = |gone: &&ComponentDigest| components.iter().any(|one| one.name == gone.name);
    let gone = record.components.iter().filter(|one| !known(one));
    found.extend(gone.map(|one| told(&format!("`{}`", one.name))));
    if record.contracts_sha256 != contracts_sha256 {
        found.push(told("what the contracts freeze"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(name: &str, digest: &str) -> ComponentDigest {
        ComponentDigest {
            name: name.to_owned(),
            sha256: digest.repeat(64),
        }
    }

    fn record(components: &[ComponentDigest]) -> String {
        let record = Record {
            about: ABOUT.to_owned(),
            product: "groundstop 1.0.0".to_owned(),
            contract: "research 18.0.0".to_owned(),
            certified_at: "2026-01-01T00:00:00Z".to_owned(),
            contracts_sha256: "0".repeat(64),
            components: components.to_vec(),
        };
        serde_json::to_string(&record).unwrap()
    }

    #[test]
    fn a_component_that_changed_after_its_certification_is_told_until_it_is_certified_again() {
        let certified = [component("adapter", "a"), component("router", "b")];
        let contracts = "0".repeat(64);
        let told = |now: &[ComponentDigest]| changed(&record(&certified), now, &contracts);
        assert_eq!(told(&certified), [""; 0]);
        let now = [component("adapter", "c"), component("router", "b")];
        assert_eq!(
            told(&now),
            [
                "certified.json: `adapter` changed after its certification: run `cargo xtask certify`"
            ]
        );
        assert_eq!(changed(&record(&now), &now, &contracts), [""; 0]);
        // One that is new, or gone, was not certified either.
        assert_eq!(told(&certified[..1]).len(), 1);
        let more = [certified.to_vec(), vec![component("policy", "d")]].concat();
        assert_eq!(told(&more).len(), 1);
        assert_eq!(changed(&record(&certified), &certified, "").len(), 1);
        assert_eq!(changed("", &certified, &contracts).len(), 1);
    }
}
