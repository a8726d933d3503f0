//! `groundstop doctor`: what this build is, what it reads and where its limits are.

use std::path::PathBuf;

use groundstop_document::TEXT_READER;
use groundstop_engine::{
    DOCX_READER, HTML_READER, Limits, MAIL_READER, Ocr, PDF_READER, PRODUCT,
    SECOND_READER_VARIABLE, SecondReader, WorkerLimits, contract, protection,
};
use serde_json::json;

use super::ledger::args::HomeArgs;
use super::ledger::health::Health;
use super::reading::{GET_TESSERACT, tesseract};
use crate::args::DoctorArgs;
use crate::error::{CliError, Output};
use crate::files::DEFAULT_MAX_BYTES;

const READERS: [(&str, &str); 5] = [
    (TEXT_READER, "UTF-8 text and Markdown, pages at form feeds"),
    (PDF_READER, "PDF, every character with its place"),
    (
        DOCX_READER,
        "DOCX, tracked changes as they would be accepted",
    ),
    (HTML_READER, "HTML, what is shown; hidden parts kept apart"),
    (
        MAIL_READER,
        "mail, the message; attachments as unread pages",
    ),
];

pub(crate) fn run(args: &DoctorArgs, home: &HomeArgs) -> Result<Output, CliError> {
    let contracts = groundstop_contract::lock::current().map_err(CliError::fault)?;
    let program = std::env::current_exe().map_err(CliError::fault)?;
    let tesseract = tesseract().map(|path| {
        let ocr = Ocr {
            program: path,
            language: "eng".to_owned(),
        };
        ocr.version(program.clone())
    });
    let named = std::env::var_os(SECOND_READER_VARIABLE).map(PathBuf::from);
    let second = SecondReader::find(named.as_deref());
    let protection = protection(program);
    let ledger = Health::look(home);
    let limits = Limits::default();
    let worker = WorkerLimits::default();
    if args.json {
        let report = json!({
            "product": PRODUCT,
            "decides_by": contract(),
            "contracts": contracts
                .iter()
                .map(|(name, version, sha256)| json!({"name": name, "version": version, "sha256": sha256}))
                .collect::<Vec<_>>(),
            "readers": READERS.map(|(name, _)| name),
            "limits": {
                "file_bytes": DEFAULT_MAX_BYTES, "pages": limits.pages, "text_bytes": limits.text_bytes,
                "zip_entries": limits.zip_entries, "zip_entry_bytes": limits.zip_entry_bytes,
                "zip_ratio": limits.zip_ratio, "worker_seconds": worker.wall_ms / 1000,
                "worker_memory_bytes": worker.memory_bytes,
            },
            "ocr": match &tesseract {
                None => json!(null),
                Some(Ok(version)) => json!({"tesseract": version}),
                Some(Err(error)) => json!({"error": error.to_string()}),
            },
            "second_reader": match &second {
                Ok(second) => json!({"name": second.name()}),
                Err(error) => json!({"error": error.to_string(), "cure": error.cure()}),
            },
            "ledger": ledger.json(),
            "worker": match &protection {
                Ok(p) => json!({"files_closed": p.files, "calls_closed": p.calls, "limited": p.limits}),
                Err(error) => json!({"error": error.to_string()}),
            },
        });
        let text = serde_json::to_string_pretty(&report).map_err(CliError::fault)?;
        return Ok(Output::fine(format!("{text}\n")));
    }
    let mut text = format!("{PRODUCT}\n\ncontracts\n");
    for (name, version, sha256) in &contracts {
        text.push_str(&format!("  {name} {version}  sha256 {sha256}\n"));
    }
    text.push_str("\nreaders\n");
    for (name, about) in READERS {
        text.push_str(&format!("  {name:<25} {about}\n"));
    }
    text.push_str(&format!(
        "\nlimits\n  a file: {DEFAULT_MAX_BYTES} bytes (--max-bytes)\n  a document: {} pages (--max-pages), {} bytes of text\n  inside a DOCX: {} files, {} bytes each, {} times the packed size\n  reading one document: {} s (--max-seconds), {} MB (--max-memory)\n",
        limits.pages,
        limits.text_bytes,
        limits.zip_entries,
        limits.zip_entry_bytes,
        limits.zip_ratio,
        worker.wall_ms / 1000,
        worker.memory_bytes >> 20,
    ));
    text.push_str("\nscans (--ocr)\n");
    text.push_str(&match &tesseract {
        None => format!("  Tesseract is not installed; {GET_TESSERACT}\n"),
        Some(Ok(version)) => {
            format!("  Tesseract {version}, run without files or sockets of yours\n")
        }
        Some(Err(error)) => format!("  {error}\n"),
    });
    text.push_str("\nsecond reader of PDFs (--second-reader)\n");
    text.push_str(&match &second {
        Ok(second) => format!("  {}, in a worker of its own\n", second.name()),
        Err(error) => format!("  {error}; {}\n", error.cure()),
    });
    text.push_str("\nledger (--data-dir, --store)\n");
    text.push_str(&ledger.text());
    text.push_str("\nworker\n");
    let well = match &protection {
        Ok(p) => {
            let held = |is: bool| {
                if is {
                    "yes"
                } else {
                    "NO: not offered by this system"
                }
            };
            text.push_str(&format!(
                "  no files: {}\n  no other system calls: {}\n  limits on memory and time: {}\n",
                held(p.files),
                held(p.calls),
                held(p.limits)
            ));
            p.is_full()
        }
        Err(error) => {
            text.push_str(&format!("  {error}\n"));
            false
        }
    };
    text.push_str(if well && ledger.is_well() {
        "\nall is well\n"
    } else {
        "\nsomething is missing: see above\n"
    });
    Ok(Output::fine(text))
}
