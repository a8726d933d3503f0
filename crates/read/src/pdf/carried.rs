//! What a PDF carries beside its pages: files and programs. Nothing of them is opened or run;
//! their names, what is said about them and the programs' text are for the screen.

use groundstop_document::{HiddenLayer, LayerKind};
use hayro_syntax::Pdf;
use hayro_syntax::object::dict::keys::{ANNOTS, KIDS, NAMES};
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};

use super::forms::ANNOTATIONS_MAX;
use super::strings;

/// Entries of a tree of names, fields of a form and programs after one another, at most.
const ENTRIES_MAX: usize = 10_000;
/// How deep trees go.
const DEPTH_MAX: usize = 16;
/// How much of all programs is kept, in bytes.
const SCRIPT_BYTES_MAX: usize = 1 << 20;

/// Files and programs, a layer each.
pub(crate) fn layers(pdf: &Pdf) -> Vec<HiddenLayer> {
    let mut found = Found::default();
    if let Some(catalog) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) {
        found.catalog(&catalog);
    }
    for page in pdf.pages().iter() {
        let page = page.raw();
        found.actions(page);
        let notes = page.get::<Array<'_>>(ANNOTS);
        let notes = notes.iter().flat_map(|notes| notes.iter::<Dict<'_>>());
        for note in notes.take(ANNOTATIONS_MAX) {
            found.actions(&note);
            if let Some(file) = note.get::<Dict<'_>>(b"FS" as &[u8]) {
                found.file("", &file);
            }
        }
    }
    found.layers
}

#[derive(Default)]
struct Found {
    layers: Vec<HiddenLayer>,
    /// The bytes of programs so far.
    script_bytes: usize,
    entries: usize,
}

impl Found {
    fn catalog(&mut self, catalog: &Dict<'_>) {
        self.actions(catalog);
        if let Some(action) = catalog.get::<Dict<'_>>(b"OpenAction" as &[u8]) {
            self.action(&action, 0);
        }
        if let Some(names) = catalog.get::<Dict<'_>>(NAMES) {
            if let Some(tree) = names.get::<Dict<'_>>(b"EmbeddedFiles" as &[u8]) {
                self.tree(&tree, 0, &mut |found, name, file| found.file(name, file));
            }
            if let Some(tree) = names.get::<Dict<'_>>(b"JavaScript" as &[u8]) {
                self.tree(&tree, 0, &mut |found, _, action| found.action(action, 0));
            }
        }
        let files = catalog.get::<Array<'_>>(b"AF" as &[u8]);
        for file in files.iter().flat_map(|files| files.iter::<Dict<'_>>()) {
            self.file("", &file);
        }
        let form = catalog.get::<Dict<'_>>(b"AcroForm" as &[u8]);
        if let Some(fields) = form.and_then(|form| form.get::<Array<'_>>(b"Fields" as &[u8])) {
            self.fields(&fields, 0);
        }
    }

    /// Whether there may be more; every entry counts.
    fn goes_on(&mut self, depth: usize) -> bool {
        self.entries = self.entries.saturating_add(1);
        self.entries <= ENTRIES_MAX && depth <= DEPTH_MAX
    }

    fn fields(&mut self, fields: &Array<'_>, depth: usize) {
        for field in fields.iter::<Dict<'_>>() {
            if !self.goes_on(depth) {
                return;
            }
            self.actions(&field);
            if let Some(kids) = field.get::<Array<'_>>(KIDS) {
                self.fields(&kids, depth.saturating_add(1));
            }
        }
    }

    /// A tree of names: each leaf lists names, and what they stand for after them.
    fn tree(
        &mut self,
        tree: &Dict<'_>,
        depth: usize,
        take: &mut dyn FnMut(&mut Found, &str, &Dict<'_>),
    ) {
        let leaves = tree.get::<Array<'_>>(NAMES);
        let mut name = String::new();
        for entry in leaves.iter().flat_map(|names| names.iter::<Object<'_>>()) {
            if !self.goes_on(depth) {
                return;
            }
            match entry {
                Object::String(text) => name = strings::decode(text.as_bytes()),
                Object::Dict(dict) => take(self, &name, &dict),
                _ => {}
            }
        }
        let kids = tree.get::<Array<'_>>(KIDS);
        for kid in kids.iter().flat_map(|kids| kids.iter::<Dict<'_>>()) {
            if !self.goes_on(depth) {
                return;
            }
            self.tree(&kid, depth.saturating_add(1), take);
        }
    }

    fn file(&mut self, name: &str, file: &Dict<'_>) {
        let keys = [b"UF" as &[u8], b"F", b"Desc"];
        let said = keys.iter().filter_map(|key| text_of(file, key));
        let mut words: Vec<String> = Vec::new();
        for one in std::iter::once(name.to_owned()).chain(said) {
            if !one.trim().is_empty() && !words.contains(&one) {
                words.push(one);
            }
        }
        self.keep(LayerKind::Attachment, words.join("\n"));
    }

    /// What happens when something is opened, pointed at, printed or filled in.
    fn actions(&mut self, owner: &Dict<'_>) {
        if let Some(action) = owner.get::<Dict<'_>>(b"A" as &[u8]) {
            self.action(&action, 0);
        }
        let Some(further) = owner.get::<Dict<'_>>(b"AA" as &[u8]) else {
            return;
        };
        let keys: Vec<Name<'_>> = further.keys().collect();
        for key in keys {
            if let Some(action) = further.get::<Dict<'_>>(key) {
                self.action(&action, 0);
            }
        }
    }

    fn action(&mut self, action: &Dict<'_>, depth: usize) {
        if !self.goes_on(depth) {
            return;
        }
        if let Some(program) = text_of(action, b"JS") {
            let left = SCRIPT_BYTES_MAX.saturating_sub(self.script_bytes);
            let end = program.floor_char_boundary(left.min(program.len()));
            let program = program.get(..end).unwrap_or_default().to_owned();
            self.script_bytes = self.script_bytes.saturating_add(program.len());
            self.keep(LayerKind::Script, program);
        }
        match action.get::<Object<'_>>(b"Next" as &[u8]) {
            Some(Object::Dict(next)) => self.action(&next, depth.saturating_add(1)),
            Some(Object::Array(several)) => {
                for next in several.iter::<Dict<'_>>() {
                    self.action(&next, depth.saturating_add(1));
                }
            }
            _ => {}
        }
    }

    /// Keeps a text once, however often it is referred to.
    fn keep(&mut self, kind: LayerKind, text: String) {
        let layer = HiddenLayer { kind, text };
        if !layer.text.trim().is_empty() && !self.layers.contains(&layer) {
            self.layers.push(layer);
        }
    }
}

/// A text, which may stand in a stream.
fn text_of(dict: &Dict<'_>, key: &[u8]) -> Option<String> {
    if let Some(text) = dict.get::<PdfString<'_>>(key) {
        return Some(strings::decode(text.as_bytes()));
    }
    let bytes = dict.get::<Stream<'_>>(key)?.decoded().ok()?;
    let bytes = bytes.get(..bytes.len().min(SCRIPT_BYTES_MAX))?;
    Some(strings::decode(bytes))
}
