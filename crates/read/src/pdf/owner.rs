//! The owner's password of older encryption.
//!
//! The parser takes the user's password only. Up to revision 4 the file holds
//! the user's password encrypted with the owner's, so the one gives the other.

use hayro_syntax::object::{Dict, String as PdfString};
use hayro_syntax::reader::{Reader, ReaderContext, ReaderExt};
use md5::{Digest, Md5};

/// What a shorter password is filled up with.
const PADDING: [u8; 32] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
    0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];

/// The user's password that an owner's password leads to; right only if that one is.
pub(crate) fn user_password(file: &[u8], owner: &str) -> Option<String> {
    let dict = encryption(file)?;
    let revision = dict.get::<u8>(b"R" as &[u8])?;
    if !(2..=4).contains(&revision) {
        return None;
    }
    let length = match revision {
        2 => 5,
        _ => dict.get::<usize>(b"Length" as &[u8]).unwrap_or(40) / 8,
    };
    let mut key = Md5::digest(padded(owner.as_bytes())).to_vec();
    if revision > 2 {
        for _ in 0..50 {
            key = Md5::digest(key.get(..length.min(16))?).to_vec();
        }
    }
    let key = key.get(..length.clamp(1, 16))?;
    let sealed = dict.get::<PdfString<'_>>(b"O" as &[u8])?;
    let mut user = sealed.as_bytes().get(..32)?.to_vec();
    let rounds: u8 = if revision == 2 { 1 } else { 20 };
    for round in (0..rounds).rev() {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        user = rc4(&key, &user);
    }
    let end = (0..=32).find(|end| {
        let filling = user.get(*end..).unwrap_or_default();
        PADDING.get(..filling.len()) == Some(filling)
    })?;
    String::from_utf8(user.get(..end)?.to_vec()).ok()
}

/// The dictionary that says how the file is encrypted, wherever it stands.
fn encryption(file: &[u8]) -> Option<Dict<'_>> {
    let entry = b"/Encrypt";
    let at = last(file, entry)?.checked_add(entry.len())?;
    let rest = file.get(at..)?;
    let rest = rest.get(rest.iter().position(|byte| !byte.is_ascii_whitespace())?..)?;
    if rest.starts_with(b"<<") {
        return read(rest);
    }
    let line: Vec<u8> = rest
        .iter()
        .copied()
        .take_while(|byte| *byte != b'R')
        .take(32)
        .collect();
    let text = String::from_utf8(line).ok()?;
    let mut numbers = text.split_ascii_whitespace();
    let object = format!("{} {} obj", numbers.next()?, numbers.next()?);
    let at = last(file, object.as_bytes())?.checked_add(object.len())?;
    read(file.get(at..)?)
}

fn read(bytes: &[u8]) -> Option<Dict<'_>> {
    let mut reader = Reader::new(bytes);
    reader.skip_white_spaces_and_comments();
    reader.read_with_context::<Dict<'_>>(&ReaderContext::dummy())
}

fn last(file: &[u8], wanted: &[u8]) -> Option<usize> {
    file.windows(wanted.len())
        .rposition(|window| window == wanted)
}

fn padded(password: &[u8]) -> Vec<u8> {
    password.iter().chain(&PADDING).copied().take(32).collect()
}

fn rc4(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut state: [u8; 256] = std::array::from_fn(|index| u8::try_from(index).unwrap_or(0));
    let at = |state: &[u8; 256], index: u8| state.get(usize::from(index)).copied().unwrap_or(0);
    let mut j = 0u8;
    for (i, key) in (0u8..=255).zip(key.iter().cycle()) {
        j = j.wrapping_add(at(&state, i)).wrapping_add(*key);
        state.swap(usize::from(i), usize::from(j));
    }
    let (mut i, mut j) = (0u8, 0u8);
    data.iter()
        .map(|byte| {
            i = i.wrapping_add(1);
            j = j.wrapping_add(at(&state, i));
            state.swap(usize::from(i), usize::from(j));
            byte ^ at(&state, at(&state, i).wrapping_add(at(&state, j)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(owner: &str, user: &str, revision: u8, length: usize) -> Vec<u8> {
        let mut key = Md5::digest(padded(owner.as_bytes())).to_vec();
        let mut sealed = padded(user.as_bytes());
        if revision > 2 {
            for _ in 0..50 {
                key = Md5::digest(&key[..length]).to_vec();
            }
        }
        for round in 0..if revision == 2 { 1u8 } else { 20 } {
            let key: Vec<u8> = key[..length].iter().map(|byte| byte ^ round).collect();
            sealed = rc4(&key, &sealed);
        }
        let hex: String = sealed.iter().map(|byte| format!("{byte:02x}")).collect();
        let bits = length * 8;
        format!("7 0 obj << /O <{hex}> /R {revision} /Length {bits} >> endobj trailer << /Encrypt 7 0 R >>")
            .into_bytes()
    }

    #[test]
    fn the_owners_password_gives_the_users() {
        for (revision, length) in [(2, 5), (3, 16), (4, 16)] {
            let file = file("owner", "user", revision, length);
            assert_eq!(
                user_password(&file, "owner").as_deref(),
                Some("user"),
                "{revision}"
            );
            assert_ne!(user_password(&file, "other").as_deref(), Some("user"));
        }
    }

    #[test]
    fn a_file_that_says_nothing_gives_nothing() {
        assert_eq!(user_password(b"", "owner"), None);
        assert_eq!(user_password(b"/Encrypt 9 0 R", "owner"), None);
        assert_eq!(user_password(b"/Encrypt << /R 6 >>", "owner"), None);
    }
}
