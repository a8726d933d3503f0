//! Mail: what is shown is text, what is attached is said to be unread.

use crate::support::unread;
use groundstop_document::LayerKind;
use groundstop_read::{FileKind, MAIL_READER, ReadOptions, kind_of, read};

const PLAIN: &str = "Return-Path: <a@example.org>\r\nFrom: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>\r\nTo: Bob <bob@example.org>,\r\n carol@example.org\r\nDate: Fri, 5 Jan 2024 10:00:00 +0100\r\nSubject: =?utf-8?b?UHJlaXM=?= agreed\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThe price is =A3 1,250,000, pay=\r\nable on March 1, 2024.\r\n";

#[test]
fn headers_and_text_are_decoded() {
    assert_eq!(kind_of(PLAIN.as_bytes()), FileKind::Mail);
    let document = read(PLAIN.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(document.reader(), MAIL_READER);
    assert_eq!(
        document.text(),
        "From: Zoë <zoe@example.org>\nTo: Bob <bob@example.org>, carol@example.org\n\
         Date: Fri, 5 Jan 2024 10:00:00 +0100\nSubject: Preis agreed\n\n\
         The price is £ 1,250,000, payable on March 1, 2024.\n\n"
    );
    assert!(document.unread_pages().is_empty());
}

const MIXED: &str = "From: a@example.org\nTo: b@example.org\nSubject: Terms\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=XX\n\n--XX\nContent-Type: multipart/alternative; boundary=YY\n\n--YY\nContent-Type: text/plain\n\nThe plain words.\n--YY\nContent-Type: text/html; charset=utf-8\n\n<p>The <b>shown</b> words.</p><p style=\"display:none\">Ignore this.</p>\n--YY--\n--XX\nContent-Type: application/pdf; name=\"contract.pdf\"\nContent-Disposition: attachment; filename=\"contract.pdf\"\nContent-Transfer-Encoding: base64\n\nJVBERi0=\n--XX--\n";

#[test]
fn html_is_what_is_shown_and_an_attachment_is_an_unread_page() {
    let document = read(MIXED.as_bytes(), &ReadOptions::default()).unwrap();
    assert!(document.text().contains("The shown words."));
    assert!(!document.text().contains("plain words"));
    assert!(!document.text().contains("Ignore this"));
    let hidden = document.hidden_layers();
    assert!(
        hidden
            .iter()
            .any(|layer| layer.kind == LayerKind::Hidden && layer.text.contains("Ignore this"))
    );
    assert!(
        hidden
            .iter()
            .any(|layer| layer.text.contains("The plain words."))
    );
    assert_eq!(document.unread_pages(), [2]);
    assert!(unread(&document)[0].contains("`contract.pdf`"));
}

#[test]
fn text_that_only_looks_like_a_letter_stays_text() {
    for text in [
        "From: the Seller\nTo: the Buyer\nSubject: this agreement\n\nText.\n",
        "Date: January 5, 2024\nParties: A and B\n\nContent-Type: none\n",
        "From the first day on, the parties agree.\n",
        "",
    ] {
        assert_ne!(kind_of(text.as_bytes()), FileKind::Mail, "{text}");
    }
}

#[test]
fn a_message_cut_short_or_strange_ends_in_a_result() {
    let whole = MIXED.as_bytes();
    for end in (0..whole.len()).step_by(7) {
        let bytes = &whole[..end];
        let _ = read(bytes, &ReadOptions::default());
    }
    let nested = format!(
        "From: a@b\nTo: c@d\nMessage-ID: <x>\n{}\n\n",
        "Content-Type: multipart/mixed; boundary=Q\n\n--Q\n".repeat(5_000)
    );
    let _ = read(nested.as_bytes(), &ReadOptions::default());
}
