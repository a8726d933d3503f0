//! Filings: every document on pages of its own, what is packed is said to be unread.

use crate::support::{open, unread};
use groundstop_document::LayerKind;
use groundstop_read::{FILING_READER, FileKind, ReadLimits, ReadOptions, kind_of, read};

const EXHIBIT: &str = "<DOCUMENT>\n<TYPE>EX-10.1\n<SEQUENCE>2\n<FILENAME>lease.htm\n<DESCRIPTION>OFFICE LEASE\n<TEXT>\n<HTML><HEAD><TITLE>EX-10.1</TITLE></HEAD>\n<BODY><P>The rent is <B>$5</B>.</P>\n<P STYLE=\"display:none\">Unseen.</P></BODY></HTML>\n</TEXT>\n</DOCUMENT>\n";

#[test]
fn an_exhibit_alone_is_read_as_its_document() {
    assert_eq!(kind_of(EXHIBIT.as_bytes()), FileKind::Filing);
    let document = open(EXHIBIT.as_bytes()).unwrap();
    assert_eq!(document.reader(), FILING_READER);
    assert_eq!(document.text(), "The rent is $5.\n");
    let layers = document.hidden_layers();
    let has = |kind, text: &str| {
        layers
            .iter()
            .any(|layer| layer.kind == kind && layer.text.contains(text))
    };
    assert!(has(LayerKind::Hidden, "Unseen."));
    assert!(has(LayerKind::Metadata, "OFFICE LEASE"));
}

#[test]
fn the_documents_of_a_filing_stand_apart() {
    let filing = format!(
        "<SEC-DOCUMENT>1.txt : 20240105\n<SEC-HEADER>\nCONFORMED NAME: ALDER\n</SEC-HEADER>\n\
         <DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<PAGE>\nPlain text.\n<TABLE>\n<S> <C>\nRent  5\n</TABLE>\n<PAGE>\nPage two.\n</TEXT>\n</DOCUMENT>\n\
         {EXHIBIT}<DOCUMENT>\n<TYPE>GRAPHIC\n<TEXT>\nbegin 644 a.jpg\nM_]C_X\n`\nend\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n"
    );
    assert_eq!(kind_of(filing.as_bytes()), FileKind::Filing);
    let document = open(filing.as_bytes()).unwrap();
    assert_eq!(
        document.text(),
        "Plain text.\nRent  5\n\u{c}Page two.\n\u{c}The rent is $5.\n\u{c}"
    );
    assert_eq!(document.page_count(), 4);
    assert_eq!(document.unread_pages(), [4]);
    assert!(unread(&document)[0].contains("packed as letters"));
    let layers = document.hidden_layers();
    assert!(
        layers
            .iter()
            .any(|layer| layer.text.contains("CONFORMED NAME"))
    );
}

#[test]
fn a_text_that_only_has_such_a_line_is_no_filing() {
    for text in [
        "The parties agree.\n<DOCUMENT>\n<TYPE>EX-10\n",
        "<DOCUMENT>\nand no more\n",
    ] {
        assert_eq!(kind_of(text.as_bytes()), FileKind::Text, "{text}");
    }
}

#[test]
fn a_filing_cut_short_ends_in_a_result_and_limits_are_named() {
    for end in 0..EXHIBIT.len() {
        let _ = open(&EXHIBIT.as_bytes()[..end]);
    }
    let options = ReadOptions {
        limits: ReadLimits {
            pages: 1,
            ..ReadLimits::default()
        },
        ..ReadOptions::default()
    };
    let two = format!("{EXHIBIT}{EXHIBIT}");
    let error = read(two.as_bytes(), &options).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 1 pages");
}
