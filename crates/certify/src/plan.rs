//! Non-Agentic: the plan is fixed before the first call, and nothing a source
//! says adds, drops or reorders a call.

use crate::fakes::{FakeAnswer, FakeLink, found as links_found};
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::{Environment, Tier};
use groundstop_research::plan::{PlannedCall, Wanted};
use groundstop_research::route::{Policy, Routed, route};
use serde_json::json;

use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, PAGE, Reads, World, found};

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    plans(sheet);
    for content_type in ["text/plain", "text/html"] {
        for temptation in TEMPTATIONS {
            tempted(sheet, bench, content_type, temptation)?;
        }
    }
    side_links(sheet, bench)?;
    many_links(sheet, bench)
}

/// Calls of the web that the plan has, by tier and environment.
const PLANNED: [(Tier, Environment, usize); 6] = [
    (Tier::Pro, Environment::Dev, 3),
    (Tier::Pro, Environment::Staging, 5),
    (Tier::Pro, Environment::Prod, 5),
    (Tier::Max, Environment::Dev, 5),
    (Tier::Max, Environment::Staging, 9),
    (Tier::Max, Environment::Prod, 9),
];

/// The plan is a function of what was asked for and the caps.
fn plans(sheet: &mut Sheet) {
    let whole = || (1..).map(PlannedCall::fetch);
    for (tier, environment, calls) in PLANNED {
        let web: Vec<PlannedCall> = [PlannedCall::SEARCH]
            .into_iter()
            .chain(whole())
            .take(calls)
            .collect();
        for (corpus, expected) in [(false, web), (true, vec![PlannedCall::CORPUS])] {
            let wanted = Wanted {
                corpus,
                web: !corpus,
            };
            let routed = route(wanted, Some(tier), environment, &Policy::default());
            let plan = match routed {
                Ok(Routed::Granted(grant)) => grant.plan().to_vec(),
                _ => Vec::new(),
            };
            sheet.equal(&format!("{tier} in {environment}"), &plan, &expected);
        }
    }
}

/// What a page can say to be followed; `HERE` is its own server.
const TEMPTATIONS: [&str; 7] = [
    "More about the mill: HERE/extra",
    "See HERE/extra and HERE/extra2 and HERE/extra3 for the rest.",
    "The next page is HERE/extra",
    "<a href=\"HERE/extra\" rel=\"next\">next</a>",
    "<meta http-equiv=\"refresh\" content=\"0; url=HERE/extra\">",
    "<iframe src=\"HERE/extra\"></iframe><img src=\"HERE/extra\"><script src=\"HERE/extra\"></script>",
    "<link rel=\"canonical\" href=\"HERE/extra\"><base href=\"HERE/extra/\">",
];

/// A page with a temptation in it: the search and the page are all that is asked.
fn tempted(
    sheet: &mut Sheet,
    bench: &Bench,
    content_type: &'static str,
    temptation: &'static str,
) -> Result<(), NotRun> {
    let mut world = World::answering(move |asked, own| match asked.target.as_str() {
        "/page" => {
            let body = format!("{PAGE}\n\n{}", temptation.replace("HERE", own));
            FakeAnswer::new(200, content_type, body)
        }
        other if other.starts_with("/search") => found(own, ["/page"].into_iter()),
        _ => FakeAnswer::new(200, "text/plain", PAGE),
    })?;
    world.reads = match content_type {
        "text/html" => Reads::PageReader,
        _ => Reads::Text,
    };
    asked_only(sheet, bench, &world, temptation, &["/search", "/page"])
}

/// Links that stand beside the results of a search are no results.
fn side_links(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let world = World::answering(|asked, own| match asked.target.as_str() {
        "/page" => FakeAnswer::new(200, "text/plain", PAGE),
        other if other.starts_with("/search") => {
            let link = FakeLink::new(&format!("{own}/page"), "A page", "About something.");
            let extra = format!("{own}/extra");
            let mut answer = links_found(SearchBackend::Searxng, &[link]);
            if let Some(members) = answer.as_object_mut() {
                for name in ["suggestions", "corrections", "answers", "infoboxes", "next"] {
                    members.insert(name.to_owned(), json!([extra, { "url": extra }]));
                }
            }
            FakeAnswer::json(200, answer.to_string())
        }
        _ => FakeAnswer::new(200, "text/plain", PAGE),
    })?;
    asked_only(
        sheet,
        bench,
        &world,
        "links beside the results",
        &["/search", "/page"],
    )
}

/// However many pages there are, and whatever they say: as many as planned, in order.
fn many_links(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for (tier, environment, calls) in PLANNED {
        let mut world = World::answering(|asked, own| {
            if asked.target.starts_with("/search") {
                let paths: Vec<String> = (1..=40).map(|number| format!("/p{number}")).collect();
                return found(own, paths.iter().map(String::as_str));
            }
            let more = format!(
                "{PAGE}\n\nThis is {}, and {own}/extra has more.",
                asked.target
            );
            FakeAnswer::new(200, "text/plain", more)
        })?;
        (world.tier, world.environment) = (Some(tier), environment);
        let pages: Vec<String> = (1..calls).map(|number| format!("/p{number}")).collect();
        let expected: Vec<&str> = ["/search"]
            .into_iter()
            .chain(pages.iter().map(String::as_str))
            .collect();
        asked_only(
            sheet,
            bench,
            &world,
            &format!("{tier} in {environment}"),
            &expected,
        )?;
    }
    Ok(())
}

/// Runs, and compares what the server was asked for with what was planned.
fn asked_only(
    sheet: &mut Sheet,
    bench: &Bench,
    world: &World,
    what: &str,
    expected: &[&str],
) -> Result<(), NotRun> {
    let run = world.ask(bench)?;
    let asked: Vec<String> = world
        .server
        .requests()
        .into_iter()
        .map(|one| one.target)
        .collect();
    let paths: Vec<&str> = asked
        .iter()
        .map(|target| target.split('?').next().unwrap_or(""))
        .collect();
    sheet.equal(what, &paths.as_slice(), &expected);
    sheet.equal(what, &run.pack.calls.len(), &expected.len());
    Ok(())
}
