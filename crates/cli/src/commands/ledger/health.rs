//! What `groundstop doctor` says about the ledger.

use groundstop_ledger::store::SCHEMA_VERSION;
use serde_json::{Value, json};

use super::args::HomeArgs;
use super::home::{CONFIGURE, Home};
use crate::error::CliError;

/// The ledger as it is found.
pub(crate) struct Health {
    found: Result<Option<Found>, CliError>,
}

struct Found {
    place: String,
    store: Result<(String, u64, Option<String>), CliError>,
    key: Result<Option<String>, CliError>,
}

impl Health {
    pub(crate) fn look(at: &HomeArgs) -> Health {
        let found = Home::find(at).map(|home| {
            home.map(|home| Found {
                place: home.describe(),
                store: store(&home),
                key: home
                    .signing_key()
                    .map(|key| key.map(|key| key.public().to_string())),
            })
        });
        Health { found }
    }

    /// Whether what is configured works.
    pub(crate) fn is_well(&self) -> bool {
        match &self.found {
            Ok(Some(found)) => found.store.is_ok() && found.key.is_ok(),
            Ok(None) => true,
            Err(_) => false,
        }
    }

    pub(crate) fn text(&self) -> String {
        let found = match &self.found {
            Ok(None) => return format!("  none: decisions leave no record; {CONFIGURE}\n"),
            Err(error) => return said(error),
            Ok(Some(found)) => found,
        };
        let mut text = format!(
            "  {}\n  reads stores up to version {SCHEMA_VERSION}\n",
            found.place
        );
        text.push_str(&match &found.store {
            Ok((store, size, origin)) => {
                let origin = origin.as_deref().unwrap_or("not named yet");
                format!("  {store}: {size} records, origin {origin}\n")
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
        let error = |error: &CliError| json!({"error": said(error).trim()});
        match &self.found {
            Ok(None) => json!(null),
            Err(why) => error(why),
            Ok(Some(found)) => json!({
                "place": found.place,
                "reads_up_to_version": SCHEMA_VERSION,
                "store": match &found.store {
                    Ok((store, size, origin)) => json!({"name": store, "records": size, "origin": origin}),
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

fn store(home: &Home) -> Result<(String, u64, Option<String>), CliError> {
    let ledger = home.open_for_reading()?;
    let store = ledger.store();
    let head = store.head().map_err(|error| home.failed(&error))?;
    let origin = store.origin().map_err(|error| home.failed(&error))?;
    Ok((store.describe(), head.frontier.size(), origin))
}

fn said(error: &CliError) -> String {
    let lines = error.lines.iter();
    lines
        .map(|(cause, cure)| format!("  {cause}; {cure}\n"))
        .collect()
}
