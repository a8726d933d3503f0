//! `groundstop prompt`: what to ask a model, so that its answer can be verified.

use groundstop_propose::prompt::{PromptFor, answer_schema, prompt, request};

use super::pretty;
use crate::args::{PromptArgs, PromptTarget};
use crate::error::{CliError, Output};

pub(crate) fn run(args: &PromptArgs) -> Result<Output, CliError> {
    let schema = super::schema::read(&args.schema)?;
    let whose = match args.target {
        PromptTarget::Plain => PromptFor::Plain,
        PromptTarget::Openai => PromptFor::OpenAi,
        PromptTarget::Anthropic => PromptFor::Anthropic,
        PromptTarget::Ollama => PromptFor::Ollama,
    };
    match request(schema.record(), whose) {
        Some(body) => Ok(Output::fine(pretty(&body)?)),
        None => Ok(Output::fine(format!(
            "{}\nThe JSON Schema of the answer, for structured output:\n\n{}",
            prompt(schema.record()),
            pretty(&answer_schema(schema.record()))?
        ))),
    }
}
