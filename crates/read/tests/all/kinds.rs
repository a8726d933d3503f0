//! What a file is, by its content; errors with their cures; arbitrary bytes.

use crate::support::{at, open, pdf};
use groundstop_read::{FileKind, LimitKind, ReadError, ReadLimits, ReadOptions, kind_of, read};
use proptest::prelude::*;

#[test]
fn files_are_told_apart_by_their_content() {
    assert_eq!(kind_of(b"%PDF-1.7\n"), FileKind::Pdf);
    assert_eq!(kind_of(b"junk before\n%PDF-1.4"), FileKind::Pdf);
    assert_eq!(kind_of(b"<!DOCTYPE html><p>x"), FileKind::Html);
    assert_eq!(kind_of(b"\xef\xbb\xbf <!-- c --><HTML>"), FileKind::Html);
    assert_eq!(kind_of(b"# Title\n<b>not a page</b>"), FileKind::Text);
    assert_eq!(kind_of(b"{\\rtf1"), FileKind::Unsupported("an RTF file"));
}

#[test]
fn a_web_page_is_known_however_it_begins() {
    let long = format!("<!-- {} -->\n<html><body>x", "a".repeat(5_000));
    for page in [
        long.as_str(),
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>x</body></html>",
        "<!-- c --><!-- d -->\n<p>The rent is <b>$5</b>.</p>",
        "<div class=\"a\">x</div>",
        "<table><tr><td>Rent</td><td>5</td></tr></table>",
        "<P>One\n<P>Two\n",
        "<font size=2>Rent</font>",
        "Saved from the web\n\n<html>\n<p>x</p>\n</html>\n",
        "<title>x</title><p>y",
        "Exhibit 10.1\n\n<p>The rent is <b>$5</b>.</p>\n<p>It is due at once.</p>\n",
        "LEASE AGREEMENT <div class=\"a\">Rent</div><table><tr><td>5</td></tr></table>",
    ] {
        assert_eq!(kind_of(page.as_bytes()), FileKind::Html, "{page}");
    }
    for text in [
        "<Buyer> agrees to pay <Seller> <b>now</b>",
        "<p is a letter> and </p",
        "<b> is the first mark",
        "The tag <html> opens a page.\n<p>Like this</p>\n",
        "<pension> and <plan>",
        "<headline>x</headline>",
        "A paragraph is written <p>so</p> and a block <div>so</div>, as you see.",
        "Write <p>one</p> thing",
    ] {
        assert_eq!(kind_of(text.as_bytes()), FileKind::Text, "{text}");
    }
}

#[test]
fn text_is_read_as_before() {
    let document = open("caf\u{e9}\n\u{c}second".as_bytes()).unwrap();
    assert_eq!(document.page_count(), 2);
    assert_eq!(document.reader(), "text/1");
}

#[test]
fn every_error_says_what_and_how_to_get_further() {
    let errors = [
        ReadError::Empty,
        ReadError::Unsupported("a picture".into()),
        ReadError::PasswordNeeded,
        ReadError::PasswordWrong,
        ReadError::Encryption("its method is not known".into()),
        ReadError::NoPages,
        ReadError::Malformed {
            format: "PDF".into(),
            detail: "no pages could be found in it".to_owned(),
        },
        ReadError::Limit {
            what: LimitKind::Pages,
            limit: 5_000,
        },
    ];
    for error in errors {
        assert!(error.to_string().starts_with(char::is_lowercase), "{error}");
        assert!(!error.cure().is_empty());
    }
    assert_eq!(open(b"").map(|_| ()), Err(ReadError::Empty));
    assert!(matches!(open(b"\xff\xfe\x00"), Err(ReadError::NotText(_))));
}

#[test]
fn a_text_file_past_its_limit_is_named() {
    let limits = ReadLimits {
        text_file_bytes: 3,
        ..ReadLimits::default()
    };
    let options = ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let error = read(b"four", &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file has more than 3 bytes in a text file"
    );
}

/// A document of each kind, for damage.
fn samples() -> Vec<Vec<u8>> {
    let content = at(50, 700, "The rent is CHF 1,250")
        + "0 0 1 rg 0 0 100 100 re f\n"
        + &at(60, 680, "and so on");
    vec![
        pdf(&[&content, &content]),
        b"<html><body><p style='display:none'>a</p><table><tr><td>b</td></tr></table></body></html>".to_vec(),
        b"plain text\n\x0cwith pages\n".to_vec(),
        b"# A\n\n**b** [***] of [***]\n\n1. c\n\n   d\n\n| e | f |\n|---|---|\n| 1 | `2` |\n\n<b>x</b>\n".to_vec(),
        b"<DOCUMENT>\n<TYPE>EX-10\n<TEXT>\n<PAGE>\nRent\n<TABLE>\n</TEXT>\n</DOCUMENT>\n".to_vec(),
        include_bytes!("../../../../fuzz/kept/odt/lease.odt").to_vec(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_documents_end_in_a_result(
        sample in 0usize..6,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
        cuts in any::<bool>(),
    ) {
        let mut bytes = samples().swap_remove(sample);
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(document) = open(&bytes) {
            prop_assert!(document.page_count() >= 1);
            for known in document.boxes() {
                prop_assert!(document.text().is_char_boundary(known.at.0));
            }
        }
    }

    #[test]
    fn any_bytes_end_in_a_result(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = open(&bytes);
    }

    #[test]
    fn any_content_stream_ends_in_a_result(content in "[0-9 .()/<>\\[\\]A-Za-z\\-]{0,200}") {
        let _ = open(&pdf(&[&content]));
    }
}
