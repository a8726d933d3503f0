//! The members of an object, found by the part of a candidate that their keys name.

use groundstop_canon::json::Json;

use super::keys::{NAMES, Part, names_of, plain};

/// A candidate's object, and which of its keys were used.
pub(super) struct Members<'j> {
    pub(super) all: &'j [(String, Json)],
    pub(super) used: Vec<&'j str>,
}

impl<'j> Members<'j> {
    pub(super) fn new(all: &'j [(String, Json)]) -> Members<'j> {
        Members {
            all,
            used: Vec::new(),
        }
    }

    /// Counts a key as used.
    pub(super) fn use_key(&mut self, key: &'j str) {
        self.used.push(key);
    }

    /// The member that is a part under its surest name, null included.
    pub(super) fn named(&self, part: Part) -> Option<(&'j str, &'j Json)> {
        names_of(part).iter().find_map(|name| {
            let member = self.all.iter().find(|(key, _)| plain(key) == *name)?;
            Some((member.0.as_str(), &member.1))
        })
    }

    /// The same, where it is not null; its key counts as used.
    pub(super) fn take(&mut self, part: Part) -> Option<(&'j str, &'j Json)> {
        let found = names_of(part).iter().find_map(|name| {
            let member = self
                .all
                .iter()
                .find(|(key, json)| plain(key) == *name && !json.is_null())?;
            Some((member.0.as_str(), &member.1))
        });
        self.used.extend(found.map(|(key, _)| key));
        found
    }

    /// All members that are a part, by whichever of its names, where they are not null; their keys count as used.
    pub(super) fn take_all(&mut self, part: Part) -> Vec<(&'j str, &'j Json)> {
        let found: Vec<(&str, &Json)> = names_of(part)
            .iter()
            .flat_map(|name| self.all.iter().filter(move |(key, _)| plain(key) == *name))
            .filter(|(_, json)| !json.is_null())
            .map(|(key, json)| (key.as_str(), json))
            .collect();
        self.used.extend(found.iter().map(|(key, _)| *key));
        found
    }

    /// Whether a key names one of some parts.
    pub(super) fn of_parts(key: &str, parts: &[Part]) -> bool {
        part_of(key).is_some_and(|part| parts.contains(&part))
    }

    /// The keys that say something and were not used.
    pub(super) fn unused(&self) -> impl Iterator<Item = &'j str> + '_ {
        let rest = self.all.iter().filter(|(_, json)| !json.is_null());
        rest.map(|(key, _)| key.as_str())
            .filter(|key| !self.used.contains(key))
    }
}

/// The part that a key names.
pub(super) fn part_of(key: &str) -> Option<Part> {
    let key = plain(key);
    let found = NAMES
        .iter()
        .find(|(_, names)| names.contains(&key.as_str()));
    found.map(|(part, _)| *part)
}

/// Whether a key is a name of some part of a candidate.
pub(super) fn is_part(key: &str) -> bool {
    part_of(key).is_some()
}
