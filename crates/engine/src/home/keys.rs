//! The keys of a log: the private half in the data directory, the public half for
//! whoever verifies.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use groundstop_ledger::note::{SigningKey, VerifyingKey, is_key_name};

use super::config::CONFIG;
use super::{CONFIGURE, Home, SMALL_BYTES, make_folder};
use crate::error::EngineError;
use crate::files;

const KEY: &str = "ledger.key";
const PUBLIC_KEY: &str = "ledger.pub";

impl Home {
    fn key_path(&self) -> Option<PathBuf> {
        let beside = |folder: &PathBuf| match &self.config.key {
            Some(path) => folder.join(path),
            None => folder.join(KEY),
        };
        self.folder.as_ref().map(beside)
    }

    /// The private key, where there is one.
    pub(crate) fn signing_key(&self) -> Result<Option<SigningKey>, EngineError> {
        let Some(path) = self.key_path() else {
            return Ok(None);
        };
        if !path.exists() && self.config.key.is_none() {
            return Ok(None);
        }
        let text = files::read_text(&path, SMALL_BYTES)?;
        let key = SigningKey::parse(&text).map_err(|error| {
            EngineError::input(
                format!("the key `{}`: {error}", path.display()),
                "restore the key from a copy; a lost key cannot be made again",
            )
        })?;
        match &self.config.origin {
            Some(origin) if origin != key.public().name() => Err(EngineError::input(
                format!(
                    "the key `{}` is of `{}`, the configuration says `{origin}`",
                    path.display(),
                    key.public().name()
                ),
                "give the key of this log",
            )),
            _ => Ok(Some(key)),
        }
    }

    /// The private key, for what cannot be done without it.
    pub(crate) fn need_signing_key(&self) -> Result<SigningKey, EngineError> {
        self.signing_key()?.ok_or_else(no_key)
    }

    /// The public key: the one named, or that of the data directory.
    pub(crate) fn public_key(
        &self,
        named: Option<&str>,
    ) -> Result<Option<VerifyingKey>, EngineError> {
        if let Some(named) = named {
            return read_public_key(named).map(Some);
        }
        let beside = self.folder.as_ref().map(|folder| folder.join(PUBLIC_KEY));
        match beside.filter(|path| path.exists()) {
            Some(path) => read_public_key(&path.to_string_lossy()).map(Some),
            None => Ok(self.signing_key()?.map(|key| key.public().clone())),
        }
    }

    /// Makes the key of a new log; never in place of another.
    pub(crate) fn make_key(&self, origin: &str) -> Result<(SigningKey, PathBuf), EngineError> {
        let folder = self
            .folder
            .as_ref()
            .ok_or_else(|| EngineError::input("a key lives in a data directory", CONFIGURE))?;
        if !is_key_name(origin) {
            return Err(EngineError::input(
                format!("`{}` cannot be the name of a log", origin),
                "use a name without blanks, plus signs or unseen letters, such as example.org/contracts",
            ));
        }
        if let Some(other) = self.config.origin.as_ref().filter(|other| *other != origin) {
            return Err(EngineError::input(
                format!("the configuration names the log `{other}`"),
                "use that name, or another data directory",
            ));
        }
        make_folder(folder)?;
        let key = SigningKey::generate(origin).map_err(EngineError::internal)?;
        let path = self.key_path().unwrap_or_else(|| folder.join(KEY));
        write_secret(&path, &format!("{}\n", key.to_secret_text()))?;
        files::write(
            &folder.join(PUBLIC_KEY),
            format!("{}\n", key.public()).as_bytes(),
        )?;
        let config = folder.join(CONFIG);
        if self.config.origin.is_none() {
            let before = fs::read_to_string(&config).unwrap_or_default();
            let line = toml::Value::String(origin.to_owned());
            files::write(&config, format!("origin = {line}\n{before}").as_bytes())?;
        }
        Ok((key, path))
    }
}

/// There is no key.
pub(crate) fn no_key() -> EngineError {
    EngineError::input(
        "there is no key to sign with",
        "make one with `groundstop key new --origin NAME`",
    )
}

/// Writes a file that only its owner can read, and never over another.
fn write_secret(path: &Path, text: &str) -> Result<(), EngineError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => EngineError::input(
            format!("`{}` is there already", path.display()),
            "keep it: receipts are verified with it; another log needs another data directory",
        ),
        _ => EngineError::input(
            format!("cannot write `{}`: {error}", path.display()),
            "check that the folder exists and has room",
        ),
    })
}

/// A public key from a file, or from the words themselves.
///
/// # Errors
/// Where it is no public key.
pub fn read_public_key(named: &str) -> Result<VerifyingKey, EngineError> {
    let path = Path::new(named);
    let (text, place) = match path.exists() {
        true => (
            files::read_text(path, SMALL_BYTES)?,
            format!("the key `{named}`"),
        ),
        false => (named.to_owned(), "the key".to_owned()),
    };
    VerifyingKey::parse(&text).map_err(|error| {
        EngineError::input(
            format!("{place}: {error}"),
            "give the public key, a file or a text such as example.org/contracts+0123abcd+AZ…",
        )
    })
}
