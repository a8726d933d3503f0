//! Visible text as it grows: white space folded, blocks on lines of their own.

/// A text under construction.
#[derive(Debug, Default)]
pub(crate) struct Text {
    done: String,
    /// Line breaks due before the next character.
    breaks: usize,
    space: bool,
    tab: bool,
}

impl Text {
    /// Text between tags, white space folded.
    pub(crate) fn flow(&mut self, text: &str) {
        for each in text.chars() {
            if is_space(each) {
                self.space = true;
            } else {
                self.settle();
                self.done.push(each);
            }
        }
    }

    /// Text whose white space is kept.
    pub(crate) fn kept(&mut self, text: &str) {
        for each in text.chars() {
            if each == '\n' {
                self.settle();
                self.done.push('\n');
            } else {
                self.settle();
                self.done.push(each);
            }
        }
    }

    fn settle(&mut self) {
        if self.done.is_empty() {
            // Nothing stands before the first character.
        } else if self.breaks > 0 {
            let there = self.done.chars().rev().take_while(|each| *each == '\n');
            let missing = self.breaks.saturating_sub(there.count());
            self.done.extend(std::iter::repeat_n('\n', missing));
        } else if self.tab {
            self.done.push('\t');
        } else if self.space && !self.done.ends_with(is_space) {
            self.done.push(' ');
        }
        self.breaks = 0;
        self.space = false;
        self.tab = false;
    }

    /// The next character begins a line, with an empty one before it where `count` is 2.
    pub(crate) fn line(&mut self, count: usize) {
        self.breaks = self.breaks.max(count);
    }

    /// A break the page asks for, even several in a row.
    pub(crate) fn forced_line(&mut self) {
        self.breaks = self.breaks.saturating_add(1).min(2);
    }

    /// The next character begins another cell of a row.
    pub(crate) fn cell(&mut self) {
        self.tab = true;
    }

    pub(crate) fn len(&self) -> usize {
        self.done.len()
    }

    pub(crate) fn finish(&mut self) -> String {
        let mut done = std::mem::take(&mut self.done);
        if !done.is_empty() && !done.ends_with('\n') {
            done.push('\n');
        }
        done
    }
}

/// The white space that HTML folds; a no-break space is not among it.
fn is_space(each: char) -> bool {
    matches!(each, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}
