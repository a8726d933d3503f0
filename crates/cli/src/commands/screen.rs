//! `groundstop screen`: orders to a machine, found in a document.

use std::path::{Path, PathBuf};

use groundstop_engine::{Engine, RunControl, ScreenRequest, read_allowed};
use groundstop_research::screen::Verdict;

use super::reading::Source;
use super::{pretty, unread_warning};
use crate::args::ScreenArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::screened;

pub(crate) fn run(args: &ScreenArgs, engine: &Engine) -> Result<Output, CliError> {
    if let Some(html) = &args.html {
        let read = [Some(&args.document), args.allow.as_ref()];
        let read: Vec<&Path> = read.into_iter().flatten().map(PathBuf::as_path).collect();
        files::refuse_overwriting(&read, html)?;
    }
    let allowed = match &args.allow {
        Some(path) => {
            let text = files::read_text(path, 1 << 20)?;
            read_allowed(&text, &path.display().to_string())?
        }
        None => Vec::new(),
    };
    let source = Source::open(&args.document, &args.reading)?;
    let request = ScreenRequest {
        document: source.input(),
        allowed: &allowed,
    };
    let screened = engine.screen(request, RunControl::default())?;
    if let Some(path) = &args.html {
        let page = screened::page(&screened, &args.document.display().to_string());
        files::write(path, page.as_bytes())?;
    }
    let stdout = match args.json {
        true => pretty(&screened.report())?,
        false => {
            let rules = match args.explain {
                true => Some(engine.injection_screen()?.rules()),
                false => None,
            };
            screened::text(&screened, rules)
        }
    };
    let note = match screened.is_lossy {
        true => "note: this is no document; what reads as text in it was screened\n",
        false => "",
    };
    Ok(Output {
        stdout,
        stderr: format!("{note}{}", unread_warning(&screened.document)),
        exit: match screened.verdict {
            Verdict::Detected if !args.exit_zero => Exit::Stop,
            Verdict::Detected | Verdict::Flagged | Verdict::Clean => Exit::Fine,
        },
        styled: !args.json,
    })
}
