//! `groundstop certify --verify`: whether a certificate is whose it says it is.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::jcs;
use groundstop_certify::{components, lock_sha256};
use groundstop_contract::certificate::{
    BoxResult, CERTIFICATE_FORMAT, CERTIFICATE_PAYLOAD_TYPE, Certificate, CertificateFile,
    CertificateSignature, CertifiedBox, CertifiedRow,
};
use groundstop_engine::{Engine, EngineError};
use groundstop_ledger::note::{VerifyingKey, pre_authentication};
use serde_json::json;

use super::args::CertifyArgs;
use super::certify::table;
use crate::error::{CliError, Exit, Output};
use crate::files;

/// The size of the largest certificate.
const MAX_BYTES: u64 = 1 << 20;

pub(super) fn verify(path: &Path, args: &CertifyArgs, engine: &Engine) -> Result<Output, CliError> {
    let name = path.display().to_string();
    let file = read(path, &name)?;
    let key = public_key(args.key.as_deref(), engine)?;
    let refused = |why: String| {
        EngineError::failed(
            format!("`{name}`: {why}"),
            "do not rely on it; ask whoever gave it for the report of `groundstop certify`",
        )
    };
    signed(&file, &key)?.map_err(refused)?;
    whole(&file.certificate).map_err(refused)?;
    let certificate = &file.certificate;
    let of_this_build = certificate.lock_sha256 == lock_sha256();
    let changed = changed(certificate);
    let stdout = match args.json {
        true => {
            let told = json!({
                "verified_with": key.to_string(),
                "lock_of_this_build": of_this_build,
                "changed_components": changed,
                "certificate": certificate,
            });
            let text = serde_json::to_string_pretty(&told).map_err(CliError::fault)?;
            format!("{text}\n")
        }
        false => text(certificate, &key, of_this_build, &changed),
    };
    Ok(Output {
        stdout,
        stderr: String::new(),
        exit: match certificate.passed && changed.is_empty() {
            true => Exit::Fine,
            false => Exit::Failed,
        },
        styled: false,
    })
}

fn read(path: &Path, name: &str) -> Result<CertificateFile, CliError> {
    let text = files::read_text(path, MAX_BYTES)?;
    let none = |why: String| {
        CliError::input(
            format!("`{name}` is no certificate: {why}"),
            "name a file that `groundstop certify --report FILE` wrote",
        )
    };
    let file: CertificateFile =
        serde_json::from_str(&text).map_err(|error| none(error.to_string()))?;
    match file.certificate.format == CERTIFICATE_FORMAT {
        true => Ok(file),
        false => Err(none(format!(
            "its format is `{}`, this build reads `{CERTIFICATE_FORMAT}`",
            file.certificate.format
        ))),
    }
}

/// The key that was named, or that of the data directory.
fn public_key(named: Option<&str>, engine: &Engine) -> Result<VerifyingKey, CliError> {
    let own = engine.public_key(named)?;
    own.ok_or_else(|| {
        CliError::input(
            "a certificate is verified with a public key, and none is known",
            "add `--key KEY`, or name the data directory that has one",
        )
    })
}

/// Whether the key signed exactly this certificate, and if not, why.
fn signed(file: &CertificateFile, key: &VerifyingKey) -> Result<Result<(), String>, CliError> {
    let Some(signature) = &file.signature else {
        return Ok(Err("it is unsigned, nobody vouches for it".to_owned()));
    };
    let payload = jcs::canonical(&file.certificate).map_err(CliError::fault)?;
    Ok(judged(signature, payload.as_bytes(), key))
}

fn judged(
    signature: &CertificateSignature,
    payload: &[u8],
    key: &VerifyingKey,
) -> Result<(), String> {
    if signature.payload_type != CERTIFICATE_PAYLOAD_TYPE {
        return Err("it was signed as something else".to_owned());
    }
    if signature.keyid != key.to_string() {
        let by = crate::output::visible(&signature.keyid);
        return Err(format!(
            "it says that it was signed with {by}, not with {key}"
        ));
    }
    let bytes = STANDARD.decode(&signature.sig);
    let signed = pre_authentication(CERTIFICATE_PAYLOAD_TYPE, payload);
    match bytes.is_ok_and(|bytes| key.verifies(&signed, &bytes)) {
        true => Ok(()),
        false => Err(format!(
            "the signature is not one of {key} for what it says"
        )),
    }
}

/// Whether a certificate holds together: every box once, and the result that follows.
fn whole(certificate: &Certificate) -> Result<(), String> {
    let boxes = &certificate.boxes;
    let names: Vec<CertifiedBox> = boxes.iter().map(|row| row.name).collect();
    if names != CertifiedBox::ALL {
        return Err("it does not have every box of the checklist once, in order".to_owned());
    }
    let differs = |row: &&CertifiedRow| {
        let passes = row.cases > 0 && row.failed == 0 && row.failures.is_empty();
        (row.result == BoxResult::Passed) != passes
    };
    if let Some(row) = boxes.iter().find(differs) {
        return Err(format!(
            "the result of the box `{}` does not follow",
            row.name
        ));
    }
    let passed = boxes.iter().all(|row| row.result == BoxResult::Passed);
    match passed == certificate.passed {
        true => Ok(()),
        false => Err("its result does not follow from its boxes".to_owned()),
    }
}

/// The components that this build has otherwise than the certified one: they need a
/// certification of their own. A certificate of an earlier build names none.
fn changed(certificate: &Certificate) -> Vec<String> {
    let own = components();
    let certified = certificate.components.iter();
    certified
        .filter(|one| !own.contains(one))
        .map(|one| one.name.clone())
        .collect()
}

fn text(
    certificate: &Certificate,
    key: &VerifyingKey,
    of_this_build: bool,
    changed: &[String],
) -> String {
    let mut text = table(certificate);
    text.push_str(&format!(
        "Made at {}.\nThe signature is right: {key}.\n",
        crate::output::visible(&certificate.certified_at)
    ));
    text.push_str(match of_this_build {
        true => "The frozen parts it was made for are those of this build.\n",
        false => "The frozen parts it was made for are NOT those of this build.\n",
    });
    match (certificate.components.is_empty(), changed.is_empty()) {
        (true, _) => text.push_str("It does not say which components it was made for.\n"),
        (false, true) => text.push_str("The components it was made for are those of this build.\n"),
        (false, false) => text.push_str(&format!(
            "Changed after its certification: {}. Run `groundstop certify` again.\n",
            crate::output::visible(&changed.join(", "))
        )),
    }
    text
}
