//! A line on the terminal that says what is going on with one document.

use std::borrow::Cow;
use std::time::Duration;

use groundstop_engine::{ProgressEvent, ProgressListener, RunControl, Stage};
use indicatif::ProgressBar;

use crate::face;

/// The line, where there is a terminal; gone when it is dropped.
pub(crate) struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// Begins to turn.
    pub(crate) fn start() -> Spinner {
        Spinner(face::shows_progress().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        }))
    }

    /// Says what is done now.
    pub(crate) fn say(&self, message: impl Into<Cow<'static, str>>) {
        if let Some(bar) = &self.0 {
            bar.set_message(message);
        }
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }

    /// A request whose progress is said here.
    pub(crate) fn control(&self) -> RunControl<'_> {
        RunControl {
            progress: Some(self),
            cancellation: Some(face::cancellation()),
        }
    }
}

impl ProgressListener for Spinner {
    fn on(&self, event: ProgressEvent<'_>) {
        match event {
            ProgressEvent::Stage(Stage::Reading) => self.say("reading"),
            ProgressEvent::Stage(Stage::ReadingAgain) => self.say("reading again"),
            ProgressEvent::Stage(Stage::Looking) => self.say("looking at the pages"),
            ProgressEvent::Stage(Stage::Judging) => self.say("judging"),
            ProgressEvent::Stage(Stage::Recording) => self.say("recording"),
            ProgressEvent::Picture { number, of } => {
                self.say(format!("reading picture {number} of {of}"));
            }
            ProgressEvent::Records { .. } | ProgressEvent::Document { .. } => {}
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.end();
    }
}
