//! One run end to end: the published vectors, the traps, receipts, questions and what other products promise.

mod adversarial;
mod ask;
mod candidates;
mod conformance;
mod doors;
mod facade;
mod hardening;
mod hints;
mod invoices;
mod kept;
mod peer;
mod receipts;
mod resolved;
mod rig;
mod rivals;
mod second;
mod traps;
