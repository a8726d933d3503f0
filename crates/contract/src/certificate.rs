//! What a certification says: box by box, what was run and what came of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;

codes! {
    /// The boxes of the Research contract's checklist, in its order, and those beside it: the
    /// lock, the program from outside, and the two other contracts.
    CertifiedBox {
        /// All tool calls go through the one door.
        ToolBoundary = "Tool Boundary",
        /// No sources force a question back or a plain word about it.
        NoSource = "No-Source",
        /// The caps hold, in the router and at the door.
        PolicyCaps = "Policy Caps",
        /// Everything a tool can say is screened.
        InjectionFilter = "Injection Filter",
        /// Nobody plans but the plan.
        NonAgentic = "Non-Agentic",
        /// Every failure ends in its one reason, and never in an answer.
        FailClosed = "Fail-Closed",
        /// The first reason in the contract's order wins.
        StopPriority = "Stop Priority",
        /// The same input gives the same output.
        Deterministic = "Deterministic",
        /// Nothing of the inside reaches the user, nothing said reaches monitoring.
        NoLeakage = "No Leakage",
        /// Nothing frozen changed without its version.
        FrozenParts = "Frozen parts",
        /// The built program, started as users start it, keeps all of this too.
        CommandLine = "Command line",
        /// Fields are decided as the STOP contract says.
        StopTriggers = "STOP triggers",
        /// Candidates of rules are validated and frozen as their contract says.
        RuleCandidates = "Rule candidates",
    }
}

codes! {
    /// What came of a box.
    BoxResult {
        /// Every case held.
        Passed = "passed",
        /// At least one did not.
        Failed = "FAILED",
        /// Not everything could be tried, so nothing is certified.
        NotRun = "NOT RUN",
    }
}

/// One box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertifiedRow {
    /// Which.
    #[serde(rename = "box")]
    pub name: CertifiedBox,
    /// What was run, in a few words.
    pub ran: String,
    /// How many cases were tried.
    pub cases: u64,
    /// How many of them did not hold.
    pub failed: u64,
    /// What came of it.
    pub result: BoxResult,
    /// The first failures, in plain words; why it could not be run, where it was not.
    pub failures: Vec<String>,
}

/// The format of the certificates written.
pub const CERTIFICATE_FORMAT: &str = "groundstop-certificate/1";

/// A component that the research contract freezes, as it was built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComponentDigest {
    /// Its name: `adapter`, `policy`, `injection`, `validator` or `router`.
    pub name: String,
    /// SHA-256 of its sources.
    pub sha256: String,
}

/// A certification of one build, made by the build itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// `groundstop-certificate/1`.
    pub format: String,
    /// The product with its version.
    pub product: String,
    /// The contract with its version.
    pub contract: String,
    /// SHA-256 of the contracts of the lock.
    pub lock_sha256: String,
    /// SHA-256 of the rules of the injection screen.
    pub screen_rules_sha256: String,
    /// The components that the research contract freezes, each by its digest. Nothing in
    /// certificates of earlier builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentDigest>,
    /// When it was made, in UTC.
    pub certified_at: String,
    /// Whether every box passed.
    pub passed: bool,
    /// The boxes, in the contract's order.
    pub boxes: Vec<CertifiedRow>,
}

/// The type under which a certificate is signed.
pub const CERTIFICATE_PAYLOAD_TYPE: &str = "application/vnd.groundstop.certificate+json";

/// Who vouches for a certificate: a DSSE signature of its canonical JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateSignature {
    /// The type that was signed together with the certificate.
    #[serde(rename = "payloadType")]
    pub payload_type: String,
    /// The public key.
    pub keyid: String,
    /// The signature in base64.
    pub sig: String,
}

/// A certificate as it is written into a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    /// The certificate.
    pub certificate: Certificate,
    /// Its signature; null where there was no key to sign it with.
    pub signature: Option<CertificateSignature>,
}
