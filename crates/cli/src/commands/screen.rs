//! `groundstop screen`: orders to a machine, found in a document.

use std::path::{Path, PathBuf};

use groundstop_document::{Document, DocumentBuilder};
use groundstop_research::screen::{Allowed, Hit, Screen, ScreenReport, Screening, Tier, Verdict};
use serde::Deserialize;

use super::reading::Source;
use super::unread_warning;
use crate::args::ScreenArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::screened;

/// Who reads bytes that are no document: what can be decoded of them is screened.
const LOSSY_READER: &str = "bytes/1";

pub(crate) fn run(args: &ScreenArgs) -> Result<Output, CliError> {
    if let Some(html) = &args.html {
        let read = [Some(&args.document), args.allow.as_ref()];
        let read: Vec<&Path> = read.into_iter().flatten().map(PathBuf::as_path).collect();
        files::refuse_overwriting(&read, html)?;
    }
    let allowed = match &args.allow {
        Some(path) => read_allowed(path)?,
        None => Vec::new(),
    };
    let (document, note) = read(args)?;
    let screen = Screen::published().map_err(CliError::fault)?;
    let screening = screen.document(&document);
    let screened = Screened::new(&document, screening, allowed);
    if let Some(path) = &args.html {
        let page = screened::page(&document, &screened, &args.document.display().to_string());
        files::write(path, page.as_bytes())?;
    }
    let stdout = if args.json {
        let text = serde_json::to_string_pretty(&screened.report()).map_err(CliError::fault)?;
        format!("{text}\n")
    } else {
        let rules = args.explain.then(|| screen.rules());
        screened::text(&document, &screened, rules)
    };
    Ok(Output {
        stdout,
        stderr: note + &unread_warning(&document),
        exit: match screened.verdict {
            Verdict::Detected if !args.exit_zero => Exit::Stop,
            _ => Exit::Fine,
        },
        styled: !args.json,
    })
}

/// The document, or what can be decoded of bytes that are none: an attack does
/// not go away because its file is damaged.
fn read(args: &ScreenArgs) -> Result<(Document, String), CliError> {
    let mut source = Source::open(&args.document, &args.reading)?;
    match source.read() {
        Ok(document) => Ok((document, String::new())),
        Err(error) if source.is_document() => Err(error),
        Err(_) => {
            let text = String::from_utf8_lossy(source.bytes());
            let mut builder = DocumentBuilder::new(LOSSY_READER);
            builder.unread_page(&text, "it is no document");
            let note = "note: this is no document; what reads as text in it was screened\n";
            Ok((builder.finish(source.bytes()), note.to_owned()))
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowFile {
    allow: Vec<Allowed>,
}

fn read_allowed(path: &Path) -> Result<Vec<Allowed>, CliError> {
    const CURE: &str = "write [[allow]] with rule, document_sha256 and reason for each";
    let text = files::read_text(path, 1 << 20)?;
    let file: AllowFile = toml::from_str(&text)
        .map_err(|error| CliError::input(format!("`{}`: {error}", path.display()), CURE))?;
    match file.allow.iter().find(|one| one.reason.trim().is_empty()) {
        Some(one) => Err(CliError::input(
            format!(
                "`{}`: `{}` is allowed without a reason",
                path.display(),
                one.rule
            ),
            CURE,
        )),
        None => Ok(file.allow),
    }
}

/// A screening with what a person has settled about it.
pub(crate) struct Screened {
    pub(crate) verdict: Verdict,
    pub(crate) screening: Screening,
    /// Those entries of the list that this document needed.
    pub(crate) allowed: Vec<Allowed>,
    document_sha256: String,
    unread_pages: Vec<u32>,
}

impl Screened {
    fn new(document: &Document, screening: Screening, list: Vec<Allowed>) -> Screened {
        let fits = |one: &Allowed, hit: &Hit| {
            one.rule == hit.rule && one.document_sha256.eq_ignore_ascii_case(document.sha256())
        };
        let open = |hit: &&Hit| !list.iter().any(|one| fits(one, hit));
        let strong = screening.hits.iter().filter(|hit| hit.tier == Tier::Strong);
        let verdict = match (strong.filter(open).count(), screening.hits.len()) {
            (0, 0) => Verdict::Clean,
            (0, _) => Verdict::Flagged,
            _ => Verdict::Detected,
        };
        let used = |one: &Allowed| screening.hits.iter().any(|hit| fits(one, hit));
        Screened {
            verdict,
            allowed: list.iter().filter(|one| used(one)).cloned().collect(),
            document_sha256: document.sha256().to_owned(),
            unread_pages: document.unread_pages(),
            screening,
        }
    }

    fn report(&self) -> ScreenReport {
        ScreenReport {
            verdict: self.verdict,
            hits: self.screening.hits.clone(),
            rules: self.screening.rules.clone(),
            document_sha256: self.document_sha256.clone(),
            unread_pages: self.unread_pages.clone(),
            allowed: self.allowed.clone(),
        }
    }

    /// Why a hit does not count, where a person settled it.
    pub(crate) fn settled(&self, hit: &Hit) -> Option<&str> {
        let one = self.allowed.iter().find(|one| one.rule == hit.rule)?;
        Some(&one.reason)
    }
}
