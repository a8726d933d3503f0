//! DOCX: the text of a Word document as it would be shown.
//!
//! Inserted text is text and deleted text is not; a paragraph with a change that
//! nobody settled is flagged. Headers and footers are page furniture at the start and
//! the end, footnotes stand labelled behind the text. A DOCX knows no pages
//! before it is laid out, so it is one page.

mod body;
mod colour;
mod known;
mod look;
mod numbering;
pub(crate) mod package;
mod place;
mod references;
mod shape;
mod start;
mod styles;
mod table;
pub(crate) mod xml;

use std::collections::BTreeMap;

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer, LayerKind};

use crate::{LimitKind, ReadError, ReadLimits, markup};
use body::{Body, Part};
use colour::Theme;
use numbering::Numbering;
use package::Package;
use references::References;
use styles::Styles;

/// The reader of DOCX files, with its version.
pub const DOCX_READER: &str = "docx/2";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Docx,
    code: "docx",
    reader: DOCX_READER,
    about: "DOCX, tracked changes as they would be accepted",
    extensions: &["docx"],
    is_text: false,
    looks: looks_docx,
    read: |bytes, options| read(bytes, &options.limits),
};
use crate::FileKind;
use crate::kind::looks_docx;
use crate::registry::ReaderEntry;

pub(crate) const FORMAT: &str = "DOCX";

/// Reads a DOCX.
pub(crate) fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
    let mut package = Package::open(bytes, limits)?;
    let main = package.main()?;
    let folder = main
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder)
        .to_owned();
    let styles = package.optional(&format!("{folder}/styles.xml"))?;
    let numbering = Numbering::read(
        package
            .optional(&format!("{folder}/numbering.xml"))?
            .as_deref(),
        styles.as_deref(),
    );
    let settings = package.optional(&format!("{folder}/settings.xml"))?;
    let settings = settings.unwrap_or_default();
    let theme = package.optional(&format!("{folder}/theme/theme1.xml"))?;
    let mut body = Body::new(
        Styles::read(styles.as_deref(), Theme::read(theme.as_deref())),
        is_set(&settings, "displayBackgroundShape")?,
        limits.text_bytes,
    );
    for name in [
        "docProps/core.xml",
        "docProps/app.xml",
        "docProps/custom.xml",
    ] {
        if let Some(part) = package.optional(name)? {
            store(&part, &mut body.stored);
            body.about
                .push(markup::words(&String::from_utf8_lossy(&part)));
        }
    }
    let in_folder = |kind: &'static str| format!("{folder}/{kind}");
    let text = package.required(&main)?;
    let name = main
        .rsplit_once('/')
        .map_or(main.as_str(), |(_, name)| name);
    let relations = package.optional(&format!("{folder}/_rels/{name}.rels"))?;
    let even = is_set(&settings, "evenAndOddHeaders")?;
    body.references = References::read(&text, relations.as_deref(), even)?;
    for (_, part) in package.named("customXml/item")? {
        store(&part, &mut body.stored);
    }
    let (headers, unused_headers) = body.references.part(package.named(&in_folder("header"))?);
    let (footers, unused_footers) = body.references.part(package.named(&in_folder("footer"))?);
    for part in &headers {
        body.part(part, Part::Header, &numbering)?;
    }
    body.part(&text, Part::Text, &numbering)?;
    for (name, label) in [("footnotes.xml", "footnote"), ("endnotes.xml", "endnote")] {
        if let Some(part) = package.optional(&in_folder(name))? {
            body.part(&part, Part::Notes(label), &numbering)?;
        }
    }
    for part in &footers {
        body.part(part, Part::Footer, &numbering)?;
    }
    for part in unused_headers.iter().chain(&unused_footers) {
        body.part(part, Part::Unused, &numbering)?;
    }
    if let Some(part) = package.optional(&in_folder("comments.xml"))? {
        body.part(&part, Part::Comments, &numbering)?;
    }
    if body.text.len() > limits.text_bytes {
        return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
    }
    Ok(assemble(body))
}

/// Whether a switch of the document is on.
fn is_set(settings: &[u8], name: &str) -> Result<bool, ReadError> {
    let mut set = false;
    xml::walk(settings, |node| {
        if let xml::Node::Start(element) = node {
            set |= element.name == name && element.is_on();
        }
        Ok(())
    })?;
    Ok(set)
}

/// Keeps what content controls may show; a damaged part costs that, not the text.
fn store(part: &[u8], stored: &mut BTreeMap<String, Vec<String>>) {
    let mut open = String::new();
    let _ = xml::walk(part, |node| {
        match node {
            xml::Node::Start(element) => open = element.name,
            xml::Node::Text(text) if !text.trim().is_empty() => {
                stored
                    .entry(open.clone())
                    .or_default()
                    .push(text.to_owned());
            }
            _ => {}
        }
        Ok(())
    });
}

fn assemble(mut body: Body) -> DocumentBuilder {
    let mut builder = DocumentBuilder::new(DOCX_READER);
    match body.unread {
        Some(reason) => builder.unread_page(&body.text, reason),
        None => builder.page(&body.text),
    };
    for table in std::mem::take(&mut body.tables).finish(&body.text) {
        builder.table(table);
    }
    for (start, end) in body.furniture {
        builder.furniture(ByteSpan::new(start, end));
    }
    for (start, end) in body.faint {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::Hidden);
    }
    for (start, end) in body.changed {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::TrackedChange);
    }
    for (start, end) in body.unmapped {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::Unmapped);
    }
    if body.tracked {
        builder.tracked_changes();
    }
    for (kind, texts) in [
        (LayerKind::Deleted, body.deleted),
        (LayerKind::Hidden, body.vanished),
        (LayerKind::Comment, body.comments),
        (LayerKind::Attribute, body.described),
        (LayerKind::Metadata, body.about),
    ] {
        for text in texts.into_iter().filter(|text| !text.trim().is_empty()) {
            builder.hidden_layer(HiddenLayer { kind, text });
        }
    }
    builder
}
