//! Samples of what research writes.

use groundstop_contract::answer::{
    Answer, CitationRecord, ClaimRecord, DisagreementRecord, SideRecord, Subject,
};
use groundstop_contract::ledger::ResearchRecord;
use groundstop_contract::pack::{
    AskedRecord, CallEnd, CallRecord, HeaderRecord, HopRecord, PACK_FORMAT, Pack, PackedCall,
    RequestRecord, SearchBackend,
};
use groundstop_contract::telemetry::{
    CallCounts, Digest, DropCount, Grade, GradeCount, SourceCounts, SourceFault, Telemetry,
};
use groundstop_contract::{Environment, OutputAction, PolicyCaps, ResearchStopReason, Tier, Tool};

fn citation(url: Option<&str>, document: Option<&str>) -> CitationRecord {
    CitationRecord {
        source: format!("sha256:{}", "0".repeat(64)),
        title: "Mills".to_owned(),
        url: url.map(str::to_owned),
        domain: url.map(|_| "mills.example".to_owned()),
        retrieved_at: Some("2026-01-29T00:00:00.000000Z".to_owned()),
        document: document.map(str::to_owned),
        page: 1,
        start: 10,
        end: 40,
        quote: "The mill was rebuilt in 1931.".to_owned(),
        quote_sha256: "1".repeat(64),
    }
}

pub(crate) fn answer() -> Answer {
    let side = |says: &str, claim| SideRecord {
        says: says.to_owned(),
        claim,
    };
    Answer {
        action: OutputAction::Answer,
        message: "What the sources say:".to_owned(),
        claims: vec![
            ClaimRecord {
                text: "The mill was rebuilt in 1931.".to_owned(),
                citations: vec![citation(None, Some("mill.txt"))],
            },
            ClaimRecord {
                text: "The mill was rebuilt in 1948.".to_owned(),
                citations: vec![citation(Some("https://mills.example/"), None)],
            },
        ],
        disagreements: vec![DisagreementRecord {
            about: Subject::Date,
            sides: vec![side("1931", 0), side("1948", 1)],
        }],
    }
}

pub(crate) fn telemetry() -> Telemetry {
    Telemetry {
        contract: (18, 0, 0),
        tier: Some(Tier::Pro),
        environment: Environment::Dev,
        reason: ResearchStopReason::SuccessCompleted,
        others: vec![ResearchStopReason::NoSource],
        action: OutputAction::Answer,
        downgraded: false,
        calls: CallCounts {
            failed: 1,
            ..CallCounts::default()
        },
        units: 60,
        bytes: 100,
        sources: SourceCounts::default(),
        dropped: vec![DropCount {
            fault: SourceFault::TooShort,
            count: 1,
        }],
        grades: vec![GradeCount {
            grade: Grade::A,
            count: 1,
        }],
        strong_hits: 0,
        weak_hits: 1,
        screen_rules_sha256: Digest::default(),
        claims: 2,
        citations: 2,
        disagreements: 1,
        signature: Digest::default(),
    }
}

pub(crate) fn pack() -> Pack {
    let call = CallRecord {
        number: 1,
        tool: Tool::Fetch,
        rank: Some(1),
        request: RequestRecord {
            method: "POST".to_owned(),
            url: "https://search.example/".to_owned(),
            body: Some("{}".to_owned()),
            backend: Some(SearchBackend::Tavily),
        },
        hops: vec![HopRecord {
            url: "https://mills.example/".to_owned(),
            status: 301,
            to: "https://www.mills.example/".to_owned(),
        }],
        end: CallEnd::Answered,
        detail: Some("fine".to_owned()),
        status: Some(200),
        headers: vec![HeaderRecord {
            name: "content-type".to_owned(),
            value: "text/html".to_owned(),
        }],
        started_ms: 1,
        elapsed_ms: 2,
        retrieved_at: Some("2026-01-29T00:00:00.000000Z".to_owned()),
        body_sha256: "2".repeat(64),
        body: "e30=".to_owned(),
    };
    Pack {
        format: PACK_FORMAT.to_owned(),
        contract: "Research 18.0.0".to_owned(),
        product: "groundstop 0.1.0".to_owned(),
        asked_at: "2026-01-29T00:00:00.000000Z".to_owned(),
        asked: AskedRecord {
            question: "When was the mill rebuilt?".to_owned(),
            corpus: true,
            web: true,
            tier: Some(Tier::Pro),
            environment: Environment::Dev,
            enabled: true,
            caps: PolicyCaps::of(Tier::Pro, Environment::Dev),
            clarified: false,
            today: "2026-01-29".to_owned(),
            min_grade: Grade::E,
            language: Some("eng".to_owned()),
        },
        calls: vec![PackedCall {
            cached: false,
            call,
        }],
        met: vec![ResearchStopReason::Timeout],
        asking_not_kept: true,
        answer: answer(),
        telemetry: telemetry(),
        seal: "3".repeat(64),
    }
}

pub(crate) fn record() -> ResearchRecord {
    ResearchRecord {
        pack_sha256: "4".repeat(64),
        question_sha256: "5".repeat(64),
        answer_sha256: "6".repeat(64),
        principal: "somebody".to_owned(),
        contract: "Research 18.0.0".to_owned(),
        telemetry: telemetry(),
        asked_at: "2026-01-29T00:00:00.000000Z".to_owned(),
        product: "groundstop 0.1.0".to_owned(),
    }
}
