//! Which parts and notes the text refers to; what it does not is not shown.

use std::collections::{BTreeMap, BTreeSet};

use super::xml::{Node, walk};
use crate::ReadError;

/// What a text refers to.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// Nothing where the document does not say how its parts belong together.
    known: Option<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Names of files.
    files: BTreeSet<String>,
    /// Notes by their kind and number.
    notes: BTreeSet<(String, String)>,
}

impl References {
    /// Reads what the main part refers to, by the list of its relations.
    ///
    /// A header for first pages is shown where its section, or a later one, has such a
    /// page of its own; one for even pages where the document tells them from odd ones.
    pub(crate) fn read(
        main: &[u8],
        relations: Option<&[u8]>,
        even: bool,
    ) -> Result<References, ReadError> {
        let Some(relations) = relations else {
            return Ok(References::default());
        };
        let mut targets: BTreeMap<String, String> = BTreeMap::new();
        walk(relations, |node| {
            if let Node::Start(element) = node
                && element.name == "Relationship"
            {
                let target = file_name(element.attribute("Target")).to_owned();
                targets.insert(element.attribute("Id").to_owned(), target);
            }
            Ok(())
        })?;
        let mut known = Known::default();
        let mut first: Vec<String> = Vec::new();
        let mut old = 0usize;
        walk(main, |node| {
            let element = match node {
                Node::Start(element) => element,
                Node::End("sectPrChange") => {
                    old = old.saturating_sub(1);
                    return Ok(());
                }
                _ => return Ok(()),
            };
            old = old.saturating_add(usize::from(element.name == "sectPrChange"));
            if old > 0 {
                return Ok(());
            }
            let id = element.attribute("id");
            match element.name.as_str() {
                "headerReference" | "footerReference" => match element.attribute("type") {
                    "first" => first.extend(targets.get(id).cloned()),
                    "even" if !even => {}
                    _ => known.files.extend(targets.get(id).cloned()),
                },
                "titlePg" if element.is_on() => known.files.extend(first.drain(..)),
                "footnoteReference" => {
                    known.notes.insert(("footnote".to_owned(), id.to_owned()));
                }
                "endnoteReference" => {
                    known.notes.insert(("endnote".to_owned(), id.to_owned()));
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(References { known: Some(known) })
    }

    /// Headers or footers that are shown, and those that are not.
    pub(crate) fn part(&self, parts: Vec<(String, Vec<u8>)>) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let (mut shown, mut unused) = (Vec::new(), Vec::new());
        for (name, part) in parts {
            let known = self.known.as_ref();
            if known.is_none_or(|known| known.files.contains(file_name(&name))) {
                shown.push(part);
            } else {
                unused.push(part);
            }
        }
        (shown, unused)
    }

    /// Whether a note is shown.
    pub(crate) fn has_note(&self, kind: &str, id: &str) -> bool {
        let known = self.known.as_ref();
        known.is_none_or(|known| known.notes.contains(&(kind.to_owned(), id.to_owned())))
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
