//! `groundstop text`: the text that offsets point into, as it stands.

use super::read_document;
use crate::args::TextArgs;
use crate::error::{CliError, Output};

pub(crate) fn run(args: &TextArgs) -> Result<Output, CliError> {
    let document = read_document(&args.document, args.max_bytes)?;
    Ok(Output::fine(document.text()))
}
