//! The index of a folder of pages: how every document ended, and for which reasons.

use std::collections::BTreeMap;

use groundstop_contract::StopProof;
use groundstop_contract::report::{Report, Summary};
use maud::{DOCTYPE, html};

use super::html::head;
use super::visible;

/// One document of the index.
pub(crate) struct Listed {
    file: String,
    summary: Summary,
    /// How many fields ended for each reason: that of a STOP, or the doubts of a review.
    stops: BTreeMap<&'static str, usize>,
    reviews: BTreeMap<&'static str, usize>,
}

impl Listed {
    /// What a report adds to the index.
    pub(crate) fn of(report: &Report, file: String) -> Listed {
        let (mut stops, mut reviews) = (BTreeMap::new(), BTreeMap::new());
        for decision in &report.decisions {
            if let Some(reason) = decision.stop_reason {
                *stops.entry(reason.code()).or_default() += 1;
            } else if let Some(StopProof::Review(proof)) = &decision.stop_proof {
                for doubt in &proof.review {
                    *reviews.entry(doubt.code.code()).or_default() += 1;
                }
            }
        }
        Listed {
            file,
            summary: report.summary,
            stops,
            reviews,
        }
    }
}

/// The index, by the names of the documents,
/// and what could not be decided with the reason.
pub(crate) fn page(listed: &BTreeMap<String, Listed>, failed: &BTreeMap<String, String>) -> String {
    let total =
        |count: fn(&Summary) -> u64| listed.values().map(|one| count(&one.summary)).sum::<u64>();
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for one in listed.values() {
        for (reason, count) in &one.stops {
            *reasons.entry(("STOP", reason)).or_default() += count;
        }
        for (reason, count) in &one.reviews {
            *reasons.entry(("NEED_REVIEW", reason)).or_default() += count;
        }
    }
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (head("All documents", "Groundstop"))
            body {
                header {
                    h1 { (listed.len().saturating_add(failed.len())) " documents" }
                    p {
                        span.accept { (total(|one| one.accept)) " accepted" } " · "
                        span.stop { (total(|one| one.stop)) " stopped" } " · "
                        span.review { (total(|one| one.need_review)) " to review" } " · "
                        (total(|one| one.absent)) " absent"
                        @if !failed.is_empty() { " · " span.stop { (failed.len()) " not decided" } }
                    }
                }
                main.wide {
                    @if !reasons.is_empty() {
                        h2 { "Why" }
                        table {
                            thead { tr { th { "decision" } th { "reason" } th { "fields" } } }
                            tbody {
                                @for ((decision, reason), count) in &reasons {
                                    tr { td { (decision) } td { code { (reason) } } td { (count) } }
                                }
                            }
                        }
                    }
                    @if !failed.is_empty() {
                        h2 { "Not decided" }
                        table {
                            thead { tr { th { "document" } th { "reason" } } }
                            tbody {
                                @for (name, why) in failed {
                                    tr { td { (visible(name)) } td { (visible(why)) } }
                                }
                            }
                        }
                    }
                    h2 { "Documents" }
                    table {
                        thead { tr { th { "document" } th { "accepted" } th { "stopped" } th { "to review" } th { "absent" } } }
                        tbody {
                            @for (name, one) in listed {
                                tr {
                                    td { a href=(address(&one.file)) { (visible(name)) } }
                                    td { (one.summary.accept) }
                                    td { (one.summary.stop) }
                                    td { (one.summary.need_review) }
                                    td { (one.summary.absent) }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}

/// A file's name as part of an address.
fn address(file: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let escaped = file.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    format!("./{}", escaped.collect::<String>())
}
