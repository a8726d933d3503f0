//! An answer as people and programs see it. Why a run ended, what was called and
//! which limits held are for the operator only, and only where they ask for it.

use groundstop_contract::answer::{Answer, CitationRecord, DisagreementRecord};
use groundstop_engine::{OrderPlace, ResearchRun};
use maud::{DOCTYPE, Markup, html};
use serde_json::{Value, json};

use super::html::head;
use super::visible;

/// The answer for a terminal.
pub(crate) fn text(run: &ResearchRun, explain: bool) -> String {
    let answer = &run.pack.answer;
    let mut text = format!("{}\n", answer.message);
    for (number, claim) in answer.claims.iter().enumerate() {
        text.push_str(&format!("\n  {}. {}\n", number + 1, visible(&claim.text)));
        for cited in &claim.citations {
            text.push_str(&format!("     {}\n", place(cited)));
        }
    }
    if !answer.disagreements.is_empty() {
        text.push_str("\nThe sources disagree:\n");
    }
    for one in &answer.disagreements {
        text.push_str(&format!("  {}\n", disagreement(one)));
    }
    if explain {
        text.push_str(&operator_text(run));
    }
    text
}

/// Where a quote stands, on one line.
fn place(cited: &CitationRecord) -> String {
    let whose = cited.document.as_ref().or(cited.url.as_ref());
    let whose = whose.map_or_else(String::new, |name| visible(name));
    let digest = cited.source.get(..19).unwrap_or(&cited.source);
    // When a document of one's own was looked up says nothing; a page may be another tomorrow.
    let retrieved = cited.retrieved_at.as_deref().and_then(second);
    let retrieved = retrieved.map_or_else(String::new, |at| format!(", retrieved {at}"));
    let published = cited.domain.as_ref().map_or_else(String::new, |domain| {
        format!(", {}{retrieved}", visible(domain))
    });
    format!(
        "{whose}, page {}, characters {} to {}{published} ({digest}…)",
        cited.page, cited.start, cited.end
    )
}

/// A time to the second, for people.
fn second(time: &str) -> Option<String> {
    Some(format!("{}Z", time.get(..19)?))
}

fn disagreement(one: &DisagreementRecord) -> String {
    let sides: Vec<String> = one
        .sides
        .iter()
        .map(|side| format!("“{}” ({})", visible(&side.says), side.claim + 1))
        .collect();
    format!("on a {}: {}", one.about, sides.join(" against "))
}

/// What only the operator should see.
fn operator_text(run: &ResearchRun) -> String {
    let pack = &run.pack;
    let event = &pack.telemetry;
    let mut text = String::from("\nFor the operator, not for the user:\n");
    let others: Vec<_> = event.others.iter().map(|other| other.code()).collect();
    text.push_str(&format!("  ended       {}", event.reason));
    if !others.is_empty() {
        text.push_str(&format!(" (also {})", others.join(", ")));
    }
    let tier = event.tier.map_or("none", |tier| tier.code());
    text.push_str(&format!(
        "\n  entitled    {tier} in {}\n",
        event.environment
    ));
    for packed in &pack.calls {
        let call = &packed.call;
        let cached = if packed.cached {
            ", from the cache"
        } else {
            ""
        };
        let status = call.status.map_or_else(String::new, |s| format!(" {s}"));
        let detail = call
            .detail
            .as_ref()
            .map_or_else(String::new, |d| format!(": {}", visible(d)));
        text.push_str(&format!(
            "  call        {} {} {}{status}{detail} ({} ms{cached})\n",
            call.tool,
            visible(&call.request.url),
            call.end,
            call.elapsed_ms
        ));
    }
    let sources = event.sources;
    text.push_str(&format!(
        "  sources     {} came, {} accepted, {} cover the question\n",
        sources.returned, sources.accepted, sources.covering
    ));
    for dropped in event.dropped.iter().filter(|dropped| dropped.count > 0) {
        text.push_str(&format!(
            "  dropped     {} {}\n",
            dropped.count, dropped.fault
        ));
    }
    for place in &run.orders {
        text.push_str(&format!("  order       {}\n", order(place)));
    }
    if run.orders.iter().any(|place| place.source.is_some()) {
        text.push_str(TAKE_OUT);
    }
    text.push_str(&format!(
        "  screen      {} strong, {} weak hits\n  spent       {} units, {} bytes\n  pack        {}\n",
        event.strong_hits, event.weak_hits, event.units, event.bytes, run.pack_sha256
    ));
    text
}

/// How a document that gives orders is taken out of the corpus.
const TAKE_OUT: &str = "              to take such documents out of the corpus, run `groundstop \
                        index DIR --screen --leave-out`\n";

/// Where an order to a machine stands, on one line.
pub(crate) fn order(place: &OrderPlace) -> String {
    let source = place.source.as_deref().unwrap_or("the search engine");
    let page = place
        .page
        .map_or_else(String::new, |page| format!("page {page}, "));
    format!(
        "{}: {page}{}, characters {} to {}, rule {}: “{}”",
        visible(source),
        place.layer.code(),
        place.start,
        place.end,
        place.rule,
        visible(&place.excerpt)
    )
}

/// The same for programs.
pub(crate) fn order_json(place: &OrderPlace) -> Value {
    json!({
        "source": place.source, "page": place.page, "layer": place.layer.code(),
        "start": place.start, "end": place.end, "rule": place.rule, "excerpt": place.excerpt,
    })
}

/// The answer for programs.
pub(crate) fn json(run: &ResearchRun, explain: bool) -> Result<String, serde_json::Error> {
    let mut said = serde_json::to_value(&run.pack.answer)?;
    if let (true, Some(said)) = (explain, said.as_object_mut()) {
        said.insert("operator".to_owned(), operator(run)?);
    }
    Ok(format!("{}\n", serde_json::to_string_pretty(&said)?))
}

fn operator(run: &ResearchRun) -> Result<Value, serde_json::Error> {
    let pack = &run.pack;
    let calls: Vec<Value> = pack
        .calls
        .iter()
        .map(|packed| {
            let call = &packed.call;
            json!({
                "tool": call.tool, "url": call.request.url, "end": call.end,
                "status": call.status, "detail": call.detail, "cached": packed.cached,
                "elapsed_ms": call.elapsed_ms,
            })
        })
        .collect();
    Ok(json!({
        "telemetry": serde_json::to_value(&pack.telemetry)?,
        "caps": pack.asked.caps,
        "met": pack.met,
        "calls": calls,
        "orders": run.orders.iter().map(order_json).collect::<Vec<_>>(),
        "pack_sha256": run.pack_sha256,
    }))
}

/// The answer as one page.
pub(crate) fn page(question: &str, answer: &Answer) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (head(question, "Groundstop"))
            body {
                header {
                    h1 { (visible(question)) }
                    p { (answer.message) }
                }
                main.wide {
                    @if !answer.claims.is_empty() {
                        ol {
                            @for claim in &answer.claims { li { (claimed(claim)) } }
                        }
                    }
                    @if !answer.disagreements.is_empty() {
                        h2 { "The sources disagree" }
                        ul {
                            @for one in &answer.disagreements { li { (disagreement(one)) } }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}

fn claimed(claim: &groundstop_contract::answer::ClaimRecord) -> Markup {
    html! {
        p { (visible(&claim.text)) }
        @for cited in &claim.citations {
            p.place {
                (place(cited))
            }
        }
    }
}
