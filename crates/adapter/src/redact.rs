//! Keeps a key out of everything that is written down, should a vendor repeat it.
//!
//! It is found as it stands and as JSON, addresses and markup write it, character
//! by character in any mixture, and in base64 wherever it begins in what was packed.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use groundstop_contract::pack::RequestRecord;

use crate::door::Reply;
use crate::search::Key;

/// What stands where a key stood.
const INSTEAD_OF_KEY: &str = "[key]";
/// How long a character's longest spelling is that is looked at: `&#0000000;`.
const SPELLING_MAX: usize = 10;

/// Takes a key out of a call: out of what was sent and what came back.
pub(crate) fn redact(request: &mut RequestRecord, reply: &mut Reply, key: &Key) {
    let forms = forms(key.reveal());
    let clean = |text: &mut String| {
        if let Some(cleaned) = without(text.as_bytes(), &forms) {
            *text = String::from_utf8_lossy(&cleaned).into_owned();
        }
    };
    clean(&mut request.url);
    request.body.iter_mut().for_each(&clean);
    for line in &mut reply.headers {
        clean(&mut line.value);
    }
    for hop in &mut reply.hops {
        clean(&mut hop.url);
        clean(&mut hop.to);
    }
    if let Some(cleaned) = without(&reply.body, &forms) {
        reply.body = cleaned;
    }
}

/// The key, and what is certain of it in base64 with none, one or two bytes before it
/// in its group of three.
fn forms(key: &str) -> Vec<Vec<u8>> {
    let mut forms = vec![key.as_bytes().to_vec()];
    for before in 0..3 {
        let mut packed = vec![0; before];
        packed.extend_from_slice(key.as_bytes());
        // The first characters depend on what stands before the key, the last on what
        // stands after it.
        let first = (before * 8).div_ceil(6);
        let last = packed.len() * 8 / 6;
        for encoded in [
            STANDARD_NO_PAD.encode(&packed),
            URL_SAFE_NO_PAD.encode(&packed),
        ] {
            forms.extend(encoded.as_bytes().get(first..last).map(<[u8]>::to_vec));
        }
    }
    forms.retain(|form| !form.is_empty());
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// The bytes without the key; nothing where it is not in them.
fn without(bytes: &[u8], forms: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut clean: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        match forms.iter().find_map(|form| spelled(rest, form)) {
            Some(length) => {
                let clean =
                    clean.get_or_insert_with(|| bytes.get(..at).unwrap_or_default().to_vec());
                clean.extend_from_slice(INSTEAD_OF_KEY.as_bytes());
                at += length;
            }
            None => {
                if let Some(clean) = &mut clean {
                    clean.extend(rest.first());
                }
                at += 1;
            }
        }
    }
    clean
}

/// How many bytes at the start spell a form out, the most where it is not certain: a
/// key may itself hold what begins a spelling.
fn spelled(bytes: &[u8], form: &[u8]) -> Option<usize> {
    let (first, others) = form.split_first()?;
    let mut ends: Vec<usize> = spellings(bytes, *first).collect();
    for wanted in others {
        if ends.is_empty() {
            return None;
        }
        let next = ends.iter().flat_map(|end| {
            let rest = bytes.get(*end..).unwrap_or_default();
            spellings(rest, *wanted).map(move |length| end + length)
        });
        ends = next.collect();
        ends.sort_unstable();
        ends.dedup();
    }
    ends.last().copied()
}

/// How many bytes at the start spell this character, in each way that they do.
fn spellings(bytes: &[u8], wanted: u8) -> impl Iterator<Item = usize> {
    let itself = bytes.first().filter(|byte| **byte == wanted).map(|_| 1);
    let is = |digits: &[u8]| number(digits, 16) == Some(wanted.into());
    let written = match bytes {
        [b'%', high, low, ..] if is(&[*high, *low]) => Some(3),
        [b'\\', b'u', a, b, c, d, ..] if is(&[*a, *b, *c, *d]) => Some(6),
        [b'\\', second, ..] if *second == wanted => Some(2),
        [b'&', rest @ ..] => entity(rest, wanted).map(|length| length + 1),
        _ => None,
    };
    itself.into_iter().chain(written)
}

/// How many bytes after an ampersand name this character.
fn entity(bytes: &[u8], wanted: u8) -> Option<usize> {
    let end = bytes
        .iter()
        .take(SPELLING_MAX)
        .position(|byte| *byte == b';')?;
    let name = bytes.get(..end)?;
    let named = match name {
        [b'#', b'x' | b'X', digits @ ..] => number(digits, 16)?,
        [b'#', digits @ ..] => number(digits, 10)?,
        b"amp" => b'&'.into(),
        b"lt" => b'<'.into(),
        b"gt" => b'>'.into(),
        b"quot" => b'"'.into(),
        b"apos" => b'\''.into(),
        _ => return None,
    };
    (named == u32::from(wanted)).then_some(end + 1)
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok()?;
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| u32::from_str_radix(text, radix).ok())?
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};
    use proptest::prelude::*;

    use super::*;

    const KEY: &str = "k&y/\"<+=>'0123\\456";

    fn cleaned(text: &str) -> String {
        let clean = without(text.as_bytes(), &forms(KEY));
        clean.map_or_else(
            || text.to_owned(),
            |clean| String::from_utf8(clean).unwrap(),
        )
    }

    #[test]
    fn a_key_goes_in_every_spelling() {
        let percent: String = KEY.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let escaped: String = KEY.bytes().map(|byte| format!("\\u{byte:04X}")).collect();
        let entities: String = KEY.bytes().map(|byte| format!("&#{byte};")).collect();
        for spelling in [
            KEY.to_owned(),
            serde_json::to_string(KEY)
                .unwrap()
                .trim_matches('"')
                .to_owned(),
            KEY.replace('\\', "\\\\")
                .replace('/', "\\/")
                .replace('"', "\\u0022"),
            percent.clone(),
            percent.to_uppercase(),
            KEY.replace('/', "%2F").replace('&', "%26"),
            escaped,
            entities,
            KEY.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('"', "&#x22;"),
        ] {
            let text = format!("a {spelling} b {spelling}");
            assert_eq!(cleaned(&text), "a [key] b [key]", "{spelling}");
        }
        assert_eq!(
            cleaned("nothing of it: k&y %zz \\u00 &amp &#x;"),
            "nothing of it: k&y %zz \\u00 &amp &#x;"
        );
    }

    #[test]
    fn a_key_goes_in_base64_wherever_it_begins() {
        for before in ["", "B", "Be", "Bearer ", "user:"] {
            for after in ["", ":", "\n and more"] {
                let packed = format!("{before}{KEY}{after}");
                for text in [STANDARD.encode(&packed), URL_SAFE.encode(&packed)] {
                    for text in [text.clone(), text.replace('/', "\\/").replace('=', "%3D")] {
                        let clean = cleaned(&text);
                        assert!(clean.contains(INSTEAD_OF_KEY), "{text}");
                        assert!(clean.len() <= text.len() - KEY.len(), "{clean}");
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn other_bytes_stay_as_they_are(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(without(&bytes, &forms("another-key-0123")), None);
        }
    }
}
