//! The command line as its users meet it.

mod bad_input;
mod certify;
mod contract;
mod extract;
mod face;
mod folders;
mod formats;
mod guide;
mod ledger;
mod ledger_care;
mod library;
mod misuse;
mod readme;
mod research;
mod research_care;
mod rules;
mod scans;
mod screening;
mod second;
mod sight;
mod support;
mod tables;
