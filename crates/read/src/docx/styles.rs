//! The styles of a document: what each says, and what it is based on.
//!
//! A run has its own settings, then those of its style, of its paragraph's
//! style, of the styles those are based on, of its table's, and of the document.

use std::collections::BTreeMap;

use super::colour::Theme;
use super::look::Look;
use super::table::Table;
use super::xml::{Element, Node, walk};

/// Styles based on one another.
const STYLES_MAX: usize = 16;

/// The styles of a document.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    pub(crate) theme: Theme,
    defaults: Look,
    styles: BTreeMap<String, Style>,
    /// The style of paragraphs that name none.
    ordinary: String,
    /// The same for tables.
    ordinary_table: String,
}

#[derive(Debug, Default)]
struct Style {
    look: Look,
    based_on: Option<String>,
    /// What a table style does to some of its rows, columns or cells.
    parts: BTreeMap<String, Look>,
}

impl Styles {
    /// Damaged styles cost the look, not the text.
    pub(crate) fn read(part: Option<&[u8]>, theme: Theme) -> Styles {
        let mut all = Styles {
            theme,
            ..Styles::default()
        };
        let mut id = String::new();
        // The part of a table that the settings we are in are about.
        let mut about: Option<String> = None;
        let mut in_fill = false;
        let _ = walk(part.unwrap_or_default(), |node| {
            match node {
                Node::Start(element) => match element.name.as_str() {
                    "style" => {
                        element.attribute("styleId").clone_into(&mut id);
                        if matches!(element.attribute("default"), "1" | "true" | "on") {
                            match element.attribute("type") {
                                "paragraph" => id.clone_into(&mut all.ordinary),
                                "table" => id.clone_into(&mut all.ordinary_table),
                                _ => {}
                            }
                        }
                    }
                    "textFill" => in_fill = true,
                    "tblStylePr" => about = Some(element.attribute("type").to_owned()),
                    "basedOn" if about.is_none() => {
                        let base = element.attribute("val").to_owned();
                        all.styles.entry(id.clone()).or_default().based_on = Some(base);
                    }
                    _ => all.take(&id, about.as_deref(), &element, in_fill),
                },
                Node::End("textFill") => in_fill = false,
                Node::End("tblStylePr") => about = None,
                _ => {}
            }
            Ok(())
        });
        all
    }

    fn take(&mut self, id: &str, about: Option<&str>, element: &Element, in_fill: bool) {
        let look = match about {
            _ if id.is_empty() => &mut self.defaults,
            None => &mut self.styles.entry(id.to_owned()).or_default().look,
            Some(about) => {
                let parts = &mut self.styles.entry(id.to_owned()).or_default().parts;
                parts.entry(about.to_owned()).or_default()
            }
        };
        if in_fill {
            look.take_letter_fill(element, &self.theme);
        } else {
            look.take(element, &self.theme);
        }
    }

    /// A style and those it is based on.
    fn chain(&self, name: &str) -> impl Iterator<Item = &Style> {
        let first = self.styles.get(name);
        std::iter::successors(first, |style| self.styles.get(style.based_on.as_ref()?))
            .take(STYLES_MAX)
    }

    /// The look of a style, with all it is based on.
    fn of(&self, name: &str) -> Look {
        self.chain(name)
            .fold(Look::default(), |look, style| look.over(style.look))
    }

    /// What letters look like: their own settings over their style, over that of
    /// their paragraph and of their table.
    ///
    /// A style that hides or strikes does so whatever another style says: of two
    /// that do, or do not, programs make an exclusive choice that is not followed here.
    fn look(&self, own: Look, run: &str, paragraph: &str, in_table: Look) -> Look {
        let paragraph = if paragraph.is_empty() {
            &self.ordinary
        } else {
            paragraph
        };
        let styles = [self.of(run), self.of(paragraph), in_table, self.defaults];
        let mut look = styles.iter().fold(own, |look, style| look.over(*style));
        let any = |of: fn(&Look) -> Option<bool>| styles.iter().any(|one| of(one) == Some(true));
        look.hidden = own.hidden.or(any(|one| one.hidden).then_some(true));
        look.struck = own.struck.or(any(|one| one.struck).then_some(true));
        look
    }

    fn style_of<'s>(&'s self, table: &'s Table) -> &'s str {
        if table.style.is_empty() {
            &self.ordinary_table
        } else {
            &table.style
        }
    }

    /// How letters may come out on a ground: first without what a table does to some of
    /// its parts, then with each of those that can be about their cell.
    pub(crate) fn looks(
        &self,
        own: Look,
        names: (&str, &str),
        table: Option<&Table>,
        on: (Look, Look),
    ) -> Vec<Look> {
        let (run, paragraph) = names;
        let (direct, ground) = on;
        let style = table.map_or("", |table| self.style_of(table));
        let whole = self.of(style);
        let mut looks = vec![
            self.look(own, run, paragraph, whole.letters_only())
                .over(direct.of_paragraph())
                .over(ground),
        ];
        let Some(table) = table else {
            return looks;
        };
        let parts = self.chain(style).flat_map(|style| &style.parts);
        let parts: Vec<_> = parts.filter(|(about, _)| table.is_about(about)).collect();
        let led = parts.iter().any(|(about, _)| is_leading(about));
        for (about, part) in parts {
            if led && !is_leading(about) {
                continue;
            }
            let in_table = part.letters_only().over(whole.letters_only());
            let look = self.look(own, run, paragraph, in_table);
            let look = look.over(direct.of_paragraph()).over(ground);
            looks.push(if look.is_on_unknown() && part.has_ground() {
                look.moved_to(*part)
            } else {
                look.over(part.of_paragraph())
            });
        }
        looks
    }

    /// The ground that a table's style gives the cell we are in: nothing where it gives none,
    /// unknown where one of its parts may.
    pub(crate) fn ground(&self, table: &Table) -> Option<Look> {
        let style = self.style_of(table);
        let parts = self.chain(style).flat_map(|style| &style.parts);
        let mut filled = parts.filter(|(about, look)| look.has_ground() && table.is_about(about));
        if filled.next().is_some() {
            return Some(Look::on_unknown());
        }
        let whole = self.of(style);
        whole.has_ground().then_some(whole)
    }
}

/// Parts of a table that hold over its bands.
fn is_leading(part: &str) -> bool {
    matches!(part, "firstRow" | "firstCol")
}
