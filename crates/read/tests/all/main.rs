//! Bytes to document, kind by kind, and inputs kept from fuzzing.

mod browser;
mod docx;
mod docx_looks;
mod docx_sight;
mod filing;
mod html;
mod html_looks;
mod html_ordinary;
mod html_sight;
mod kept;
mod kinds;
mod mail;
mod markdown;
mod odt;
mod pdf;
mod pdf_carried;
mod pdf_slabs;
mod pdf_struck;
mod pdf_tables;
mod support;
