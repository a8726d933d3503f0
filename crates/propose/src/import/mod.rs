//! What models and tools wrote, turned into candidates.
//!
//! Strict inside, generous at the door: value and quote are verified anyway, so the door
//! may take every form that says clearly what is proposed. It never touches a letter of a
//! value or a quote, repairs no JSON, and says what it recognised, renamed and left out.

mod alike;
mod broken;
mod denied;
mod entry;
mod envelope;
mod keys;
mod members;
mod offered;
mod outer;
mod place;
mod rest;
mod shape;
mod stream;
mod units;
mod unread;

use std::collections::BTreeMap;

use groundstop_canon::json::Json;
use groundstop_contract::report::{ImportRecord, ProposerRecord};
use groundstop_contract::{CandidateRecord, SchemaRecord};

use crate::error::{ImportError, ImportProblem};
use envelope::{Inner, Opened, open};
use outer::{Outer, Placed, read};

/// How many keys of an unknown form are named.
const KEYS_NAMED: usize = 8;

/// How many envelopes may stand in one another: a conversation, its message, a text in it.
const ENVELOPES_MAX: usize = 4;

/// How a report counts the quotes of a candidate beside the one that states its value.
pub const OTHER_QUOTES: &str = "other quotes: looked for, and not judged";

/// The formats candidates come in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Whatever it is: told from its keys.
    #[default]
    Any,
    /// LangExtract's annotated documents, as JSON lines; anything else is refused.
    LangExtract,
    /// Instructor's models with `substring_quotes`; anything else is refused.
    Instructor,
}

/// Candidates as they were imported, to be settled against their document before they are judged
/// ([`import`]).
#[derive(Clone, Debug)]
pub struct Imported {
    /// The candidates, in the order of the file.
    pub candidates: Vec<CandidateRecord>,
    /// The candidates, by index, whose offsets were counted in another reader's text: where their
    /// quote does not stand there, the quote counts and the offsets do not.
    pub foreign_offsets: Vec<usize>,
    /// The other quotes and places that were given for a candidate, by its index: the candidate
    /// stands only where they stand in the document too.
    pub others: Vec<(usize, CandidateRecord)>,
    /// Who proposed them.
    pub proposer: ProposerRecord,
    /// Whether a repeated name means a field with many values.
    pub repeats_are_many: bool,
    /// What was recognised, renamed and left out.
    pub record: ImportRecord,
}

/// Reads what was proposed. With a schema, its fields' names help to tell what is a field, and what
/// is proposed for other fields is listed and left out.
///
/// What is read here is not yet held against the document: a candidate's other quotes must stand in
/// it too, and offsets of another reader only count where its quote stands. The engine's `verify`
/// sees to both; whoever judges the candidates without it calls `settle_import` of the engine first,
/// else a candidate may be accepted that one of its own quotes contradicts.
///
/// # Errors
/// Where anything in the file is not a candidate; every such place is named.
pub fn import(
    bytes: &[u8],
    format: Format,
    schema: Option<&SchemaRecord>,
) -> Result<Imported, ImportError> {
    let outer = read(bytes)?;
    let mut importer = Importer {
        schema,
        notes: Notes::default(),
        candidates: Vec::new(),
        others: Vec::new(),
        unrecognised: Vec::new(),
        around: units::Beside::default(),
        foreign: Vec::new(),
        foreign_offsets: false,
        langextract: false,
        instructor: false,
        plain: false,
        problems: Vec::new(),
        given: Vec::new(),
        inside_given: false,
    };
    importer.notes.envelopes.extend(outer.around);
    if outer.lines {
        importer.notes.envelopes.push("one value a line");
    }
    importer.take_outer(outer, 0)?;
    importer.look_again();
    importer.finish(format)
}

/// What was noticed on the way, for the report.
#[derive(Default)]
struct Notes {
    form: Option<&'static str>,
    envelopes: Vec<&'static str>,
    wrappers: Vec<String>,
    renamed: BTreeMap<String, String>,
    ignored: BTreeMap<String, u64>,
    outside: BTreeMap<String, u64>,
    empty: Vec<String>,
    offsets_left_out: u64,
}

struct Importer<'a> {
    schema: Option<&'a SchemaRecord>,
    notes: Notes,
    candidates: Vec<CandidateRecord>,
    /// Their other quotes, by their index.
    others: Vec<(usize, CandidateRecord)>,
    /// The keys of objects in which nothing was recognised.
    unrecognised: Vec<String>,
    /// The currency and unit that stand around all that is being read.
    around: units::Beside,
    /// Which candidates carry offsets of another reader.
    foreign: Vec<usize>,
    /// Whether the offsets of the candidate at hand are another reader's.
    foreign_offsets: bool,
    langextract: bool,
    instructor: bool,
    /// Whether candidates came in a form of any other kind.
    plain: bool,
    problems: Vec<ImportProblem>,
    /// What was given, whole: an answer in pieces as it was put together.
    given: Vec<Json>,
    /// Whether what is being opened stands in one of these.
    inside_given: bool,
}

impl Importer<'_> {
    fn take_outer(&mut self, outer: Outer, depth: usize) -> Result<(), ImportError> {
        let pieces: Vec<&Json> = outer.values.iter().map(|placed| &placed.json).collect();
        if pieces.len() > 1
            && let Some(opened) = stream::join(&pieces)?
        {
            return self.open_all(opened, "", depth);
        }
        let several = outer.values.len() > 1;
        for Placed { place, json } in outer.values {
            self.unwrap(&json, &place, depth)?;
            if several && self.langextract {
                return Err(ImportError::one(
                    "the file",
                    "it holds the extractions of several documents",
                    "verify one document at a time: give each its own line in a file of its own",
                ));
            }
        }
        Ok(())
    }

    /// Opens envelopes until candidates are left.
    fn unwrap(&mut self, json: &Json, place: &str, depth: usize) -> Result<(), ImportError> {
        let opened = match depth < ENVELOPES_MAX {
            true => open(json)?,
            false => None,
        };
        let pieces = opened
            .as_ref()
            .is_some_and(|(name, _)| stream::is_in_pieces(name));
        let outermost = !self.inside_given && !pieces;
        if outermost {
            self.given.push(json.clone());
            self.inside_given = true;
        }
        let done = match opened {
            Some(opened) => self.open_all(opened, place, depth),
            None => {
                self.take(json, place, 0);
                Ok(())
            }
        };
        self.inside_given &= !outermost;
        done
    }

    /// Takes what stood in an envelope.
    fn open_all(&mut self, opened: Opened, place: &str, depth: usize) -> Result<(), ImportError> {
        let (name, inner) = opened;
        self.notes.envelopes.push(name);
        for one in inner {
            match one {
                Inner::Json(json) => self.unwrap(&json, place, depth.saturating_add(1))?,
                Inner::Text(text) => {
                    let outer = read(text.as_bytes())?;
                    self.notes.envelopes.extend(outer.around);
                    self.take_outer(outer, depth.saturating_add(1))?;
                }
            }
        }
        Ok(())
    }

    /// The schema's field of a name, in its own spelling; nothing without a schema.
    fn known(&self, name: &str) -> Option<String> {
        let fields = &self.schema?.fields;
        let exact = fields.iter().find(|field| field.name == name);
        let alike = || {
            let mut alike = fields
                .iter()
                .filter(|field| keys::plain(&field.name) == keys::plain(name));
            let first = alike.next();
            first.filter(|_| alike.next().is_none())
        };
        exact.or_else(alike).map(|field| field.name.clone())
    }

    fn form(&mut self, form: &'static str) {
        self.notes.form.get_or_insert(form);
    }

    fn ignore(&mut self, key: &str) {
        let count = self.notes.ignored.entry(key.to_owned()).or_default();
        *count = count.saturating_add(1);
    }

    fn outside(&mut self, field: &str) {
        let count = self.notes.outside.entry(field.to_owned()).or_default();
        *count = count.saturating_add(1);
    }

    fn add(&mut self, made: Vec<entry::Made>) {
        for entry::Made { candidate, others } in made {
            let index = self.candidates.len();
            if self.foreign_offsets && candidate.start.is_some() {
                self.foreign.push(index);
            }
            self.candidates.push(candidate);
            for mut other in others {
                // Offsets of another reader are a guess, and no claim of the quote.
                if self.foreign_offsets {
                    (other.start, other.end) = (None, None);
                }
                self.ignore(OTHER_QUOTES);
                self.others.push((index, other));
            }
        }
        self.foreign_offsets = false;
    }

    fn finish(self, format: Format) -> Result<Imported, ImportError> {
        if !self.problems.is_empty() {
            return Err(ImportError::new(alike_together(self.problems)));
        }
        let nothing = self.candidates.is_empty() && self.notes.empty.is_empty();
        if nothing && !self.unrecognised.is_empty() {
            let keys: Vec<String> = self
                .unrecognised
                .iter()
                .take(KEYS_NAMED)
                .map(|key| format!("`{key}`"))
                .collect();
            return Err(ImportError::one(
                "candidates",
                format!(
                    "none of the schema's fields was found in this form; its keys are {}",
                    keys.join(", ")
                ),
                "write one object a candidate: {\"field_name\": \"…\", \"value\": \"…\", \"quote\": \"…\", \"confidence\": 0.9}",
            ));
        }
        let (wanted, help) = match format {
            Format::Any => (true, ""),
            Format::LangExtract => (
                self.langextract,
                "give the file that LangExtract's `save_annotated_documents` writes, or leave `--from` out",
            ),
            Format::Instructor => (
                self.instructor,
                "give the JSON of a model that uses Instructor's citations, or leave `--from` out",
            ),
        };
        if !wanted {
            let found = self.notes.form.unwrap_or("nothing");
            let message = format!("this is not what `--from` names: found {found}");
            return Err(ImportError::one("the file", message, help));
        }
        let name = match (self.langextract, self.instructor) {
            (true, _) => "langextract",
            (_, true) => "instructor",
            _ => "plain",
        };
        Ok(Imported {
            // Plain candidates beside them are plain: two values of one field conflict.
            repeats_are_many: (self.langextract || self.instructor) && !self.plain,
            candidates: self.candidates,
            others: self.others,
            foreign_offsets: self.foreign,
            proposer: ProposerRecord {
                name: name.to_owned(),
                version: "1".to_owned(),
            },
            record: ImportRecord {
                form: self.notes.form.unwrap_or("records").to_owned(),
                inside: self
                    .notes
                    .envelopes
                    .iter()
                    .map(|name| (*name).to_owned())
                    .collect(),
                wrappers: self.notes.wrappers,
                renamed: self.notes.renamed,
                ignored: self.notes.ignored,
                not_in_schema: self.notes.outside,
                empty: self.notes.empty,
                offsets_left_out: self.notes.offsets_left_out,
            },
        })
    }
}

/// Problems that many candidates share, told once: the first place and how many more there are.
fn alike_together(problems: Vec<ImportProblem>) -> Vec<ImportProblem> {
    let mut told: Vec<(ImportProblem, usize)> = Vec::new();
    for problem in problems {
        let alike = |(other, _): &&mut (ImportProblem, usize)| {
            other.message == problem.message && other.cure == problem.cure
        };
        match told.iter_mut().find(alike) {
            Some((_, more)) => *more = more.saturating_add(1),
            None => told.push((problem, 0)),
        }
    }
    let whole = |(mut problem, more): (ImportProblem, usize)| {
        if more > 0 {
            problem.message = format!("{} (and {more} more like it)", problem.message);
        }
        problem
    };
    told.into_iter().map(whole).collect()
}
