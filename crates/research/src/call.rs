//! What a call brought, and what its end means for the run.

use groundstop_contract::ResearchStopReason;
use groundstop_document::{ByteSpan, Document};

/// Why a call brought nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallFault {
    /// Its deadline or that of the run passed.
    Deadline,
    /// The vendor says that we ask too often.
    VendorRate,
    /// The vendor says that our plan or quota is used up.
    VendorQuota,
    /// The vendor failed, or answered with something that is no answer.
    VendorFault,
    /// It did, or met, what it may not: an address, a size, a density, a parser's limit.
    Forbidden,
    /// A page that nobody could reach.
    Unavailable,
}

impl CallFault {
    /// All faults, in their order.
    pub const ALL: [CallFault; 6] = [
        CallFault::Deadline,
        CallFault::VendorRate,
        CallFault::VendorQuota,
        CallFault::VendorFault,
        CallFault::Forbidden,
        CallFault::Unavailable,
    ];

    /// Its name, as the lock of the contracts states it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            CallFault::Deadline => "deadline",
            CallFault::VendorRate => "vendor_rate",
            CallFault::VendorQuota => "vendor_quota",
            CallFault::VendorFault => "vendor_fault",
            CallFault::Forbidden => "forbidden",
            CallFault::Unavailable => "unavailable",
        }
    }

    /// The condition that holds when one call ends so: every call that is attempted has
    /// to succeed, or the run does not.
    #[must_use]
    pub fn condition(self) -> ResearchStopReason {
        match self {
            CallFault::Deadline => ResearchStopReason::Timeout,
            CallFault::VendorRate => ResearchStopReason::RateLimited,
            CallFault::VendorQuota => ResearchStopReason::BudgetExhausted,
            CallFault::VendorFault | CallFault::Unavailable => {
                ResearchStopReason::InternalInconsistency
            }
            CallFault::Forbidden => ResearchStopReason::SandboxViolation,
        }
    }
}

/// Why a page that answered is no source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unacceptable {
    /// It answered with a status that is no page.
    Status,
    /// It is of a type that is not read.
    ContentType,
    /// Its own reader could make nothing of it.
    Unreadable,
}

/// A link that a search engine gave. Its words are the vendor's, not the source's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it leads.
    pub url: String,
    /// What the vendor calls it.
    pub title: String,
    /// What the vendor says of it.
    pub snippet: String,
    /// When it was published, as the vendor writes it.
    pub published: Option<String>,
}

/// A document of the corpus with the passages that were found in it.
#[derive(Clone, Debug)]
pub struct FoundDocument {
    /// What the corpus calls it.
    pub name: String,
    /// The document as it was read when it was indexed.
    pub document: Document,
    /// The passages, the best one first.
    pub passages: Vec<ByteSpan>,
}

/// A page that was fetched.
#[derive(Clone, Debug)]
pub struct FoundPage {
    /// The address it came from in the end.
    pub url: String,
    /// Its content type, without parameters.
    pub content_type: String,
    /// When it was changed last, as the server writes it.
    pub modified: Option<String>,
    /// The page as it was read, or why it is no source.
    pub document: Result<Document, Unacceptable>,
}

/// What a call brought.
#[derive(Clone, Debug)]
pub enum Found {
    /// Documents of the corpus, the best one first.
    Documents(Vec<FoundDocument>),
    /// Links of a search engine, the best one first.
    Links {
        /// The links.
        links: Vec<Link>,
        /// Every text of the vendor's answer, for the screen.
        texts: Vec<String>,
    },
    /// A page.
    Page(Box<FoundPage>),
}
