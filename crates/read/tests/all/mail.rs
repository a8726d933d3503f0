//! Mail: what is shown is text, what is attached is a document of its own.

use groundstop_document::LayerKind;
use groundstop_read::{FileKind, MAIL_READER, ReadOptions, attachments, kind_of, read};

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
fn html_is_what_is_shown_and_an_attachment_is_a_document_of_its_own() {
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
    assert_eq!(document.page_count(), 1);
    assert!(document.unread_pages().is_empty());
    assert!(document.text().contains("\nAttachments: contract.pdf\n"));
    let attached = attachments(MIXED.as_bytes()).unwrap();
    assert_eq!(attached.len(), 1);
    assert_eq!(attached[0].name, "contract.pdf");
    assert_eq!(attached[0].bytes, b"%PDF-");
}

#[test]
fn attachments_have_names_of_their_own_and_lead_nowhere() {
    let part = |header: &str, body: &str| format!("--XX\n{header}\n\n{body}\n");
    let file = |name: &str| {
        format!("Content-Type: text/plain\nContent-Disposition: attachment; filename=\"{name}\"")
    };
    let mail = format!(
        "From: a@example.org\nTo: b@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=XX\n\n{}{}{}{}{}{}--XX--\n",
        part("Content-Type: text/plain", "See below."),
        part(&file("../../etc/terms.txt"), "One."),
        part(&file("terms.txt"), "Two."),
        part(&file(".."), "Three."),
        part(
            "Content-Type: application/octet-stream\nContent-Disposition: attachment",
            "x"
        ),
        part(
            "Content-Type: message/rfc822",
            "From: c@example.org\nTo: d@example.org\nMessage-ID: <1>\nSubject: Inner\n\nThe rent is $5.",
        ),
    );
    let attached = attachments(mail.as_bytes()).unwrap();
    let names: Vec<&str> = attached.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "terms.txt",
            "terms (2).txt",
            "attachment",
            "attachment (2)",
            "message.eml"
        ]
    );
    assert_eq!(attached[0].bytes.trim_ascii(), b"One.");
    let inner = read(&attached[4].bytes, &ReadOptions::default()).unwrap();
    assert!(inner.text().contains("The rent is $5."));
    assert_eq!(attachments(b"plain text").unwrap(), []);
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
        let _ = attachments(bytes);
    }
    let nested = format!(
        "From: a@b\nTo: c@d\nMessage-ID: <x>\n{}\n\n",
        "Content-Type: multipart/mixed; boundary=Q\n\n--Q\n".repeat(5_000)
    );
    let _ = read(nested.as_bytes(), &ReadOptions::default());
}
