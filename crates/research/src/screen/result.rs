//! What the screen says.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

/// How sure a hit is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Tier")]
pub enum HitTier {
    /// A directive addressed to the system: a run stops.
    Strong,
    /// A suspicious form: stripped and marked, a run goes on.
    Weak,
}

/// Where a text stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// What a reader sees.
    Visible,
    /// What is there and not shown.
    Hidden,
    /// A comment in the markup.
    Comment,
    /// Alternative text, titles, labels and data of elements.
    Attribute,
    /// Title, description, keywords, headers.
    Metadata,
    /// What a tracked change took away.
    Deleted,
    /// Names of files that the document carries, and what is said about them.
    Attachment,
    /// A program that the document carries.
    Script,
}

impl Layer {
    /// Its code, as reports write it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Layer::Visible => "visible",
            Layer::Hidden => "hidden",
            Layer::Comment => "comment",
            Layer::Attribute => "attribute",
            Layer::Metadata => "metadata",
            Layer::Deleted => "deleted",
            Layer::Attachment => "attachment",
            Layer::Script => "script",
        }
    }
}

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// At least one strong hit.
    Detected,
    /// Weak hits only.
    Flagged,
    /// None.
    Clean,
}

impl Verdict {
    /// Its code, as reports write it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Detected => "detected",
            Verdict::Flagged => "flagged",
            Verdict::Clean => "clean",
        }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Hit {
    /// How sure it is.
    pub tier: HitTier,
    /// What kind of attack it is.
    pub family: String,
    /// The rule that found it.
    pub rule: String,
    /// Where it stood.
    pub layer: Layer,
    /// First character in the original text of its layer, in code points.
    pub start: u64,
    /// One past the last.
    pub end: u64,
    /// Which hidden layer of the document, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// Whether it is weak only because its sentence reports an attack.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lowered: bool,
    /// Whether it was found in what the text encodes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decoded: bool,
    /// The same place in bytes.
    #[serde(skip)]
    #[schemars(skip)]
    pub bytes: Range<usize>,
}

/// Which rules were in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RulesRecord {
    /// Their version.
    pub version: String,
    /// SHA-256 of the table.
    pub sha256: String,
}

/// Counts and hashes of a screening; no text can be in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Event {
    /// Strong hits.
    pub strong: u64,
    /// Weak hits.
    pub weak: u64,
    /// Hits by family of rules.
    pub families: BTreeMap<String, u64>,
    /// SHA-256 of the text that was screened.
    pub text_sha256: String,
    /// The rules.
    pub rules: RulesRecord,
}

impl Event {
    pub(super) fn of(hits: &[Hit], sha256: &str, rules: RulesRecord) -> Event {
        let mut families = BTreeMap::new();
        for hit in hits {
            let count: &mut u64 = families.entry(hit.family.clone()).or_default();
            *count = count.saturating_add(1);
        }
        let count = |tier| {
            let of_tier = hits.iter().filter(|hit| hit.tier == tier).count();
            u64::try_from(of_tier).unwrap_or(u64::MAX)
        };
        Event {
            strong: count(HitTier::Strong),
            weak: count(HitTier::Weak),
            families,
            text_sha256: sha256.to_owned(),
            rules,
        }
    }
}

/// One false alarm that a person has settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The rule that raised it.
    pub rule: String,
    /// SHA-256 of the document it was raised for.
    pub document_sha256: String,
    /// Why it does not count.
    pub reason: String,
}

/// What `groundstop screen --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ScreenReport {
    /// The outcome, with what a person has settled.
    pub verdict: Verdict,
    /// The findings in order; the first thousand, strong ones before weak ones.
    pub hits: Vec<Hit>,
    /// The rules.
    pub rules: RulesRecord,
    /// SHA-256 of the document's bytes.
    pub document_sha256: String,
    /// Pages nobody read: nothing is known about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread_pages: Vec<u32>,
    /// What a person has settled about this document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Allowed>,
}

/// What `groundstop screen --jsonl` prints on each line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ScreenedDocument {
    /// The document.
    pub document: ScreenedName,
    /// What was found in it.
    pub screen: ScreenReport,
}

/// A document that was screened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ScreenedName {
    /// Its path from what was given on.
    pub name: String,
    /// Whether it has no text: there was nothing to screen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub empty: bool,
}

/// What the screen found in a text or a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Screening {
    /// The outcome.
    pub verdict: Verdict,
    /// The findings in order; the first thousand, strong ones before weak ones.
    pub hits: Vec<Hit>,
    /// The rules.
    pub rules: RulesRecord,
    /// Counts and hashes only.
    #[serde(skip)]
    #[schemars(skip)]
    pub event: Event,
}
