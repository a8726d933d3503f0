//! An encrypted connection, where the address says `sslmode=require`.
//!
//! The server's certificate is always verified, and its name: what is encrypted
//! to nobody in particular protects nothing.

use std::error::Error as _;
use std::io;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// Trusts whom the system trusts, or the file that `SSL_CERT_FILE` names.
pub(super) fn connector() -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(StoreError::CannotOpen(
            "no certificate authority is known to verify the server with: name a file with `SSL_CERT_FILE`".to_owned(),
        ));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Failed(format!("TLS: {error}")))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Whether the server's certificate or its answer was refused.
pub(super) fn is_refusal(error: &postgres::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    cause.is_some_and(|cause: &io::Error| cause.kind() == io::ErrorKind::InvalidData)
}
