//! The page tree, walked beside the parser, which leaves out what it cannot find.
//!
//! A page that the file lists and that is not there is unread, not absent:
//! otherwise every later page would have another number.

use std::collections::BTreeSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::dict::keys::{COUNT, KIDS, PAGES, TYPE};
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjectIdentifier};

/// One place for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageEntry {
    /// The parser's page of that index.
    Page(usize),
    /// The file lists a page here that is not in it.
    Missing,
    /// The file lists a page here that it has listed before.
    Again,
}

/// Pages in the order of the file, at most `pages_max` and one more.
pub(crate) fn page_entries(pdf: &Pdf, pages_max: usize) -> Vec<PageEntry> {
    let parsed = pdf.pages().len();
    let walked = walk(pdf, pages_max).unwrap_or_default();
    let found = walked
        .iter()
        .filter(|entry| matches!(entry, PageEntry::Page(_)))
        .count();
    if found == parsed {
        return walked;
    }
    // The parser searched the whole file for pages; then only the count is left.
    let listed = root(pdf)
        .and_then(|root| root.get::<u32>(COUNT))
        .and_then(|count| usize::try_from(count).ok())
        .unwrap_or(0)
        .min(pages_max.saturating_add(1));
    let missing = listed.saturating_sub(parsed);
    (0..parsed)
        .map(PageEntry::Page)
        .chain(std::iter::repeat_n(PageEntry::Missing, missing))
        .collect()
}

fn root(pdf: &Pdf) -> Option<Dict<'_>> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    catalog.get::<Dict<'_>>(PAGES)
}

fn walk(pdf: &Pdf, pages_max: usize) -> Option<Vec<PageEntry>> {
    let root = root(pdf)?;
    let mut seen: BTreeSet<(u32, i32)> = BTreeSet::new();
    let mut entries = Vec::new();
    let mut next_page = 0usize;
    let mut open = vec![root.get::<Array<'_>>(KIDS)?.raw_iter()];
    if let Some(id) = root.obj_id() {
        seen.insert(key(id));
    }
    while let Some(kids) = open.last_mut() {
        if entries.len() > pages_max {
            break;
        }
        let Some(kid) = kids.next() else {
            open.pop();
            continue;
        };
        let dict = match kid {
            MaybeRef::Ref(reference) => {
                let id: ObjectIdentifier = reference.into();
                if !seen.insert(key(id)) {
                    entries.push(PageEntry::Again);
                    continue;
                }
                pdf.xref().get::<Dict<'_>>(id)
            }
            MaybeRef::NotRef(object) => object.into_dict(),
        };
        let Some(dict) = dict else {
            entries.push(PageEntry::Missing);
            continue;
        };
        if dict.get::<Name<'_>>(TYPE).as_deref() == Some(PAGES) {
            match dict.get::<Array<'_>>(KIDS) {
                Some(children) => open.push(children.raw_iter()),
                None => entries.push(PageEntry::Missing),
            }
        } else {
            entries.push(PageEntry::Page(next_page));
            next_page = next_page.saturating_add(1);
        }
    }
    Some(entries)
}

fn key(id: ObjectIdentifier) -> (u32, i32) {
    (id.obj_number, id.gen_number)
}
