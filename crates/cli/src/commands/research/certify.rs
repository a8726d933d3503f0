//! `groundstop certify`: the contract's checklist, run on this build.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::jcs;
use groundstop_certify::{Certify, certify};
use groundstop_contract::certificate::{
    BoxResult, CERTIFICATE_PAYLOAD_TYPE, Certificate, CertificateFile, CertificateSignature,
};
use groundstop_engine::Engine;
use groundstop_ledger::note::{SigningKey, pre_authentication};

use super::args::CertifyArgs;
use super::certificate;
use crate::error::{CliError, Exit, Output};
use crate::files;

pub(crate) fn run(args: &CertifyArgs, engine: &Engine) -> Result<Output, CliError> {
    if let Some(path) = &args.verify {
        return certificate::verify(path, args, engine);
    }
    if let Some(path) = &args.report {
        files::check_output(path)?;
    }
    let key = engine.signing_key()?;
    let scratch = Scratch::new()?;
    let certificate = certify(Certify {
        program: engine.setup().program.clone(),
        reader: engine.page_reader(),
        scratch: scratch.0.clone(),
        at: engine.now(),
    })
    .map_err(CliError::fault)?;
    let signature = key
        .as_ref()
        .map(|key| sign(&certificate, key))
        .transpose()?;
    let report = CertificateFile {
        certificate,
        signature,
    };
    let json = serde_json::to_string_pretty(&report).map_err(CliError::fault)?;
    // What was run is not lost because the report could not be written.
    let path = args.report.as_deref();
    let written = path.map(|path| files::write(path, format!("{json}\n").as_bytes()));
    let unwritten = written.and_then(Result::err);
    let path = path.filter(|_| unwritten.is_none());
    Ok(Output {
        stdout: match args.json {
            true => format!("{json}\n"),
            false => text(&report, path),
        },
        exit: match (report.certificate.passed, &unwritten) {
            (true, None) => Exit::Fine,
            (true, Some(_)) => Exit::Input,
            (false, _) => Exit::Failed,
        },
        stderr: unwritten.map_or(String::new(), |error| error.in_words()),
        styled: false,
    })
}

/// A DSSE signature of the certificate's canonical JSON.
fn sign(certificate: &Certificate, key: &SigningKey) -> Result<CertificateSignature, CliError> {
    let payload = jcs::canonical(certificate).map_err(CliError::fault)?;
    let signed = pre_authentication(CERTIFICATE_PAYLOAD_TYPE, payload.as_bytes());
    Ok(CertificateSignature {
        payload_type: CERTIFICATE_PAYLOAD_TYPE.to_owned(),
        keyid: key.public().to_string(),
        sig: STANDARD.encode(key.sign(&signed)),
    })
}

fn text(report: &CertificateFile, written: Option<&Path>) -> String {
    let mut text = table(&report.certificate);
    if let Some(path) = written {
        text.push_str(&format!("The report is in {}.\n", path.display()));
    }
    text.push_str(&match &report.signature {
        Some(signature) => format!("Signed with {}.\n", signature.keyid),
        None => "Unsigned: there is no key; `groundstop key new` makes one.\n".to_owned(),
    });
    text
}

/// What a certificate says, box by box.
pub(super) fn table(certificate: &Certificate) -> String {
    let visible = crate::output::visible;
    let mut text = format!(
        "{}, {}\n\n{:<18}{:>7}  {:<9} what was run\n",
        visible(&certificate.product),
        visible(&certificate.contract),
        "box",
        "cases",
        "result"
    );
    for row in &certificate.boxes {
        text.push_str(&format!(
            "{:<18}{:>7}  {:<9} {}\n",
            row.name,
            row.cases,
            row.result,
            visible(&row.ran)
        ));
        for failure in &row.failures {
            text.push_str(&format!("    {}\n", visible(failure)));
        }
        let told = u64::try_from(row.failures.len()).unwrap_or(u64::MAX);
        if row.result == BoxResult::Failed && row.failed > told {
            text.push_str(&format!("    and {} more\n", row.failed - told));
        }
    }
    text.push_str(&format!("\nlock {}\n", visible(&certificate.lock_sha256)));
    text.push_str(match certificate.passed {
        true => "Certified: every box passed.\n",
        false => "NOT certified.\n",
    });
    text
}

/// A folder that is gone when it is no longer needed.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, CliError> {
        let name = format!("groundstop-certify-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).map_err(|error| {
            CliError::input(
                format!("cannot make the folder `{}`: {error}", folder.display()),
                "name a folder that can be written to in TMPDIR",
            )
        })?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left over is only a folder of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
