//! `groundstop doctor`: what this build is, what it reads and where its limits are.

use groundstop_certify::frozen_contracts;
use groundstop_contract::lock::current;
use groundstop_engine::{
    Engine, GET_TESSERACT, Ocr, PRODUCT, Protection, READERS, ReadLimits, ReaderError,
    SecondReader, WorkerLimits, contract, protection,
};
use serde_json::{Value, json};

use super::ledger::health::Health;
use crate::args::DoctorArgs;
use crate::error::{CliError, Output};
use crate::files::DEFAULT_MAX_BYTES;

/// What was found of this build and this machine.
struct Findings {
    contracts: Vec<(&'static str, &'static str, String)>,
    tesseract: Option<Result<String, String>>,
    second: Result<SecondReader, ReaderError>,
    protection: Result<Protection, String>,
    ledger: Health,
}

pub(crate) fn run(args: &DoctorArgs, engine: &Engine) -> Result<Output, CliError> {
    let findings = Findings::look(engine)?;
    let text = match args.json {
        true => {
            let report = findings.json();
            let text = serde_json::to_string_pretty(&report).map_err(CliError::fault)?;
            format!("{text}\n")
        }
        false => findings.text(),
    };
    Ok(Output::fine(text))
}

impl Findings {
    fn look(engine: &Engine) -> Result<Findings, CliError> {
        let setup = engine.setup();
        let program = &setup.program;
        let tesseract = setup.tesseract.clone().map(|path| {
            let ocr = Ocr::new(path, "eng".to_owned());
            let version = ocr.version(program.clone());
            version.map_err(|error| error.to_string())
        });
        Ok(Findings {
            contracts: current(&frozen_contracts()).map_err(CliError::fault)?,
            tesseract,
            second: SecondReader::find(setup.second_reader.as_deref()),
            protection: protection(program.clone()).map_err(|error| error.to_string()),
            ledger: Health::look(engine),
        })
    }

    fn is_well(&self) -> bool {
        let guarded = self.protection.as_ref().is_ok_and(|found| found.is_full());
        guarded && self.ledger.is_well()
    }

    fn json(&self) -> Value {
        let (limits, worker) = (ReadLimits::default(), WorkerLimits::default());
        let contracts = self.contracts.iter();
        let contracts: Vec<Value> = contracts
            .map(|(name, version, sha256)| json!({"name": name, "version": version, "sha256": sha256}))
            .collect();
        json!({
            "product": PRODUCT,
            "decides_by": contract(),
            "contracts": contracts,
            "readers": READERS.map(|entry| entry.reader),
            "limits": {
                "file_bytes": DEFAULT_MAX_BYTES, "pages": limits.pages, "text_bytes": limits.text_bytes,
                "zip_entries": limits.zip_entries, "zip_entry_bytes": limits.zip_entry_bytes,
                "zip_ratio": limits.zip_ratio, "worker_seconds": worker.wall_ms / 1000,
                "worker_memory_bytes": worker.memory_bytes,
            },
            "ocr": match &self.tesseract {
                None => json!(null),
                Some(Ok(version)) => json!({"tesseract": version}),
                Some(Err(error)) => json!({"error": error}),
            },
            "second_reader": match &self.second {
                Ok(second) => json!({"name": second.name()}),
                Err(error) => json!({"error": error.to_string(), "cure": error.help()}),
            },
            "ledger": self.ledger.json(),
            "worker": match &self.protection {
                Ok(p) => json!({"files_closed": p.files, "calls_closed": p.calls, "limited": p.limits}),
                Err(error) => json!({"error": error}),
            },
        })
    }

    fn text(&self) -> String {
        let mut text = format!("{PRODUCT}\n\ncontracts\n");
        for (name, version, sha256) in &self.contracts {
            text.push_str(&format!("  {name} {version}  sha256 {sha256}\n"));
        }
        text.push_str("\nreaders\n");
        for entry in READERS {
            text.push_str(&format!("  {:<25} {}\n", entry.reader, entry.about));
        }
        text.push_str(&limits_text());
        text.push_str("\nscans (--ocr)\n");
        text.push_str(&match &self.tesseract {
            None => format!("  Tesseract is not installed; {GET_TESSERACT}\n"),
            Some(Ok(version)) => {
                format!("  Tesseract {version}, run without files or sockets of yours\n")
            }
            Some(Err(error)) => format!("  {error}\n"),
        });
        text.push_str("\nsecond reader of PDFs (--second-reader)\n");
        text.push_str(&match &self.second {
            Ok(second) => format!("  {}, in a worker of its own\n", second.name()),
            Err(error) => format!("  {error}; {}\n", error.help()),
        });
        text.push_str("\nledger (--data-dir, --store)\n");
        text.push_str(&self.ledger.text());
        text.push_str("\nworker\n");
        text.push_str(&worker_text(&self.protection));
        text.push_str(match self.is_well() {
            true => "\nall is well\n",
            false => "\nsomething is missing: see above\n",
        });
        text
    }
}

fn limits_text() -> String {
    let (limits, worker) = (ReadLimits::default(), WorkerLimits::default());
    format!(
        "\nlimits\n  a file: {DEFAULT_MAX_BYTES} bytes (--max-bytes)\n  a document: {} pages (--max-pages), {} bytes of text\n  inside a DOCX: {} files, {} bytes each, {} times the packed size\n  reading one document: {} s (--max-seconds), {} MB (--max-memory)\n",
        limits.pages,
        limits.text_bytes,
        limits.zip_entries,
        limits.zip_entry_bytes,
        limits.zip_ratio,
        worker.wall_ms / 1000,
        worker.memory_bytes >> 20,
    )
}

fn worker_text(protection: &Result<Protection, String>) -> String {
    let held = |is: bool| match is {
        true => "yes",
        false => "NO: not offered by this system",
    };
    match protection {
        Ok(p) => format!(
            "  no files: {}\n  no other system calls: {}\n  limits on memory and time: {}\n",
            held(p.files),
            held(p.calls),
            held(p.limits)
        ),
        Err(error) => format!("  {error}\n"),
    }
}
