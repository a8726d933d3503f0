//! What `groundstop doctor` says about the ledger.

use groundstop_engine::{CONFIGURE, Diagnostic, Engine, EngineError, LedgerHealth};
use serde_json::{Value, json};

/// The ledger as it is found.
pub(crate) struct Health(Result<Option<LedgerHealth>, EngineError>);

impl Health {
    pub(crate) fn look(engine: &Engine) -> Health {
        Health(engine.ledger_health())
    }

    /// Whether what is configured works.
    pub(crate) fn is_well(&self) -> bool {
        match &self.0 {
            Ok(Some(found)) => found.store.is_ok() && found.key.is_ok(),
            Ok(None) => true,
            Err(_) => false,
        }
    }

    pub(crate) fn text(&self) -> String {
        let found = match &self.0 {
            Ok(None) => return format!("  none: decisions leave no record; {CONFIGURE}\n"),
            Err(error) => return said(error),
            Ok(Some(found)) => found,
        };
        let mut text = format!(
            "  {}\n  reads stores up to version {}\n",
            found.place, found.reads_up_to_version
        );
        text.push_str(&match &found.store {
            Ok(store) => {
                let origin = store.origin.as_deref().unwrap_or("not named yet");
                format!(
                    "  {}: {} records, origin {origin}\n",
                    store.name, store.records
                )
            }
            Err(error) => said(error),
        });
        text.push_str(&match &found.key {
            Ok(Some(key)) => format!("  signs with {key}\n"),
            Ok(None) => {
                "  no key: `groundstop key new` makes the one that signs checkpoints\n".to_owned()
            }
            Err(error) => said(error),
        });
        text
    }

    pub(crate) fn json(&self) -> Value {
        let error = |error: &EngineError| json!({"error": said(error).trim()});
        match &self.0 {
            Ok(None) => json!(null),
            Err(why) => error(why),
            Ok(Some(found)) => json!({
                "place": found.place,
                "reads_up_to_version": found.reads_up_to_version,
                "store": match &found.store {
                    Ok(store) => json!({"name": store.name, "records": store.records, "origin": store.origin}),
                    Err(why) => error(why),
                },
                "key": match &found.key {
                    Ok(key) => json!(key),
                    Err(why) => error(why),
                },
            }),
        }
    }
}

fn said(error: &EngineError) -> String {
    let line = |one: &Diagnostic| format!("  {}; {}\n", one.message, one.help);
    error.diagnostics.iter().map(line).collect()
}
