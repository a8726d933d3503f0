//! From a statute to frozen rules.

use groundstop_canon::{Json, jcs};
use groundstop_contract::ledger::{FreezeRecord, FreezeRefusal, FrozenSource};
use groundstop_contract::{ContractRule, RuleCandidate, RuleType};
use groundstop_document::Document;
use groundstop_rules::{
    Account, Aligner, Change, Check, Frozen, Given, ProposeRequest, RuleProblem, check_set,
    diff_sets, freeze, propose_with_account, read_candidates, validate,
};
use serde_json::json;

use super::{DocumentInput, Engine};
use crate::PRODUCT;
use crate::control::{RunControl, Stage};
use crate::error::EngineError;
use crate::recorder::{RecordOptions, Recorded};

/// A statute to propose rules from.
#[derive(Clone, Copy, Debug)]
pub struct RulesExtractRequest<'a> {
    /// The statute.
    pub document: DocumentInput<'a>,
    /// Only rules of these types; all where there is none.
    pub types: &'a [RuleType],
    /// Only what stands on these pages, first and last.
    pub pages: Option<(u32, u32)>,
    /// The currency that a sign like $ means in this document.
    pub currency: Option<&'a str>,
}

/// What a statute says.
#[derive(Debug)]
pub struct ExtractedRules {
    /// The candidates, in the order of the text.
    pub candidates: Vec<RuleCandidate>,
    /// What became of every figure with a unit.
    pub account: Account,
    /// The statute as it was read.
    pub document: Document,
}

/// Candidates to be frozen.
#[derive(Clone, Copy)]
pub struct FreezeRequest<'a> {
    /// The candidates, as they came.
    pub candidates: &'a [Given],
    /// The documents they quote.
    pub documents: &'a [DocumentInput<'a>],
    /// SHA-256 of the set that this one takes the place of.
    pub supersedes: Option<&'a str>,
    /// How it is recorded.
    pub record: &'a RecordOptions,
}

/// A frozen set that may be shown.
#[derive(Debug)]
pub struct FreezeOutcome {
    /// The set with its bytes and its digest.
    pub frozen: Frozen,
    /// Its receipt.
    pub receipt: FreezeRecord,
    /// What became of the record.
    pub recorded: Recorded,
}

/// One candidate against the contract.
#[derive(Debug)]
pub struct ValidatedRule {
    /// What is wrong with it; nothing where it is valid.
    pub problems: Vec<RuleProblem>,
}

/// One candidate against its document.
#[derive(Debug)]
pub struct AlignedRule {
    /// What is wrong with it; an invalid candidate is not compared with anything.
    pub problems: Vec<RuleProblem>,
    /// What it was compared by.
    pub checks: Vec<Check>,
}

impl AlignedRule {
    /// Whether it is valid and every check holds.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        self.problems.is_empty() && self.checks.iter().all(|check| check.ok)
    }
}

impl Engine {
    /// Proposes the rules of a statute.
    ///
    /// # Errors
    /// Where the document cannot be read, has no text, or lacks the pages asked for.
    pub fn rules_extract(
        &self,
        request: RulesExtractRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<ExtractedRules, EngineError> {
        let document = self.read_statute(request.document, control)?;
        let count = document.page_count();
        if let Some((_, last)) = request.pages.filter(|(_, last)| *last > count) {
            return Err(EngineError::input(
                format!("`--pages` names page {last}, the document has {count} pages"),
                "name pages the document has; `groundstop pages` lists them",
            ));
        }
        control.stage(Stage::Judging)?;
        let (candidates, account) = propose_with_account(
            &document,
            &ProposeRequest {
                types: request.types,
                pages: request.pages,
                currency: request.currency,
                extracted_at: &self.now().to_string(),
            },
        );
        Ok(ExtractedRules {
            candidates,
            account,
            document,
        })
    }

    /// Reads candidates of rules: an array, one object, or one object a line.
    ///
    /// # Errors
    /// Where the text is none of these; `label` is what messages call it.
    pub fn rules_read(&self, text: &str, label: &str) -> Result<Vec<Given>, EngineError> {
        let given = read_candidates(text).map_err(|error| {
            EngineError::input(
                error,
                "give a JSON array of candidates, one object, or one object a line",
            )
            .about(label)
        })?;
        if !given.is_empty() && given.iter().all(is_of_field) {
            return Err(EngineError::input(
                "these are values of fields, not rules of a statute",
                "`groundstop verify DOCUMENT CANDIDATES` decides them",
            )
            .about(label));
        }
        Ok(given)
    }

    /// Checks candidates against the contract.
    #[must_use]
    pub fn rules_validate(&self, candidates: &[Given]) -> Vec<ValidatedRule> {
        let judged = candidates.iter().map(problems);
        judged.map(|problems| ValidatedRule { problems }).collect()
    }

    /// Compares candidates with the document they quote.
    ///
    /// # Errors
    /// Where the document cannot be read or has no text.
    pub fn rules_align(
        &self,
        candidates: &[Given],
        document: DocumentInput<'_>,
        control: RunControl<'_>,
    ) -> Result<Vec<AlignedRule>, EngineError> {
        let document = self.read_statute(document, control)?;
        control.stage(Stage::Judging)?;
        let aligner = Aligner::new(&document);
        Ok(candidates
            .iter()
            .map(|one| aligned(&aligner, one))
            .collect())
    }

    /// Freezes what is valid, aligned, sure and without conflict. The set comes back once
    /// its record is durable.
    ///
    /// # Errors
    /// Where a document cannot be read or has no text, or the record cannot be kept. That
    /// candidates are refused is no error.
    pub fn rules_freeze(
        &self,
        request: FreezeRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<FreezeOutcome, EngineError> {
        let recorder = self.recorder(request.record)?;
        let documents = self.read_statutes(request.documents, control)?;
        let all: Vec<_> = documents.iter().collect();
        control.stage(Stage::Judging)?;
        let frozen =
            freeze(request.candidates, &all, request.supersedes).map_err(EngineError::internal)?;
        let now = self.now();
        let receipt = receipt(&frozen, request.documents, now.to_string());
        // What was asked: the set itself says all that went in.
        let input = jcs::digest(&json!({ "freeze": frozen.sha256 }));
        let input = input.map_err(EngineError::internal)?;
        control.stage(Stage::Recording)?;
        let (receipt, recorded) = recorder.at(now).freeze(receipt, input)?;
        Ok(FreezeOutcome {
            frozen,
            receipt,
            recorded,
        })
    }

    /// What changed from one frozen set to another.
    ///
    /// # Errors
    /// Where one of the texts is no frozen set.
    pub fn rules_diff(&self, old: &str, new: &str) -> Result<Vec<Change>, EngineError> {
        diff_sets(old, new).map_err(|error| {
            EngineError::input(error, "give two sets as `rules freeze` wrote them")
        })
    }

    /// Judges a frozen set again from its documents; what differs.
    ///
    /// # Errors
    /// Where a document cannot be read or has no text.
    pub fn rules_check(
        &self,
        set: &str,
        file_name: &str,
        documents: &[DocumentInput<'_>],
        control: RunControl<'_>,
    ) -> Result<Vec<String>, EngineError> {
        let documents = self.read_statutes(documents, control)?;
        let all: Vec<_> = documents.iter().collect();
        Ok(check_set(set, file_name, &all))
    }

    fn read_statutes(
        &self,
        inputs: &[DocumentInput<'_>],
        control: RunControl<'_>,
    ) -> Result<Vec<Document>, EngineError> {
        let read = inputs
            .iter()
            .map(|input| self.read_statute(*input, control));
        read.collect()
    }

    /// Reads a document; one without any text cannot bear out a rule.
    fn read_statute(
        &self,
        input: DocumentInput<'_>,
        control: RunControl<'_>,
    ) -> Result<Document, EngineError> {
        let document = self.read(input, control)?;
        match document.text().trim().is_empty() {
            false => Ok(document),
            true => Err(EngineError::input(
                "it has no text",
                "if it is a scan, read it with `--ocr`",
            )
            .about(input.label)),
        }
    }
}

/// What is wrong with one candidate of a file.
fn problems(given: &Given) -> Vec<RuleProblem> {
    match given {
        Given::Json(json) => validate(json).problems,
        Given::Unreadable(message) => vec![RuleProblem {
            rule: ContractRule::Schema,
            path: String::new(),
            message: message.clone(),
        }],
    }
}

fn aligned(aligner: &Aligner<'_>, given: &Given) -> AlignedRule {
    let checked = match given {
        Given::Json(json) => validate(json),
        Given::Unreadable(_) => {
            return AlignedRule {
                problems: problems(given),
                checks: Vec::new(),
            };
        }
    };
    match &checked.candidate {
        Some(candidate) => AlignedRule {
            problems: Vec::new(),
            checks: aligner.align(candidate).checks,
        },
        None => AlignedRule {
            problems: checked.problems,
            checks: Vec::new(),
        },
    }
}

fn receipt(frozen: &Frozen, documents: &[DocumentInput<'_>], frozen_at: String) -> FreezeRecord {
    let sources = frozen.set.documents.iter().map(|source| FrozenSource {
        sha256: source.sha256.clone(),
        text_sha256: source.text_sha256.clone(),
        reader: source.reader.clone(),
        pages: source.pages,
    });
    let refused = frozen.set.refused.iter().map(|refusal| FreezeRefusal {
        index: refusal.index as u64,
        reasons: refusal.reasons.clone(),
    });
    FreezeRecord {
        set_sha256: frozen.sha256.clone(),
        file: frozen.file_name(),
        contract: frozen.set.contract.clone(),
        supersedes: frozen.set.supersedes.clone(),
        documents: sources.collect(),
        document_names: documents.iter().map(|one| one.label.to_owned()).collect(),
        rules: frozen.set.rules.len() as u64,
        refused: refused.collect(),
        frozen_at,
        product: PRODUCT.to_owned(),
    }
}

/// Whether a candidate is for a field, which no rule has.
fn is_of_field(given: &Given) -> bool {
    match given {
        Given::Json(Json::Object(members)) => {
            let has = |name: &str| members.iter().any(|(key, _)| key == name);
            has("field_name") && !has("rule_type")
        }
        Given::Json(_) | Given::Unreadable(_) => false,
    }
}
