//! TLS: the system's trusted certificates plus those of the user's file, the handshake, and advice when it fails.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use measure::Phrase;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{AlertDescription, CertificateError, ClientConfig};
use rustls_platform_verifier::Verifier;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
use crate::error::raw_fault::RawFault;

/// Maximum size of a certificate file.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// Cached configurations by certificate file and its contents: loading the system's certificates is slow, and the file
/// may change while the app runs.
static BUILT: Mutex<Option<HashMap<Option<PathBuf>, TrustRoots>>> = Mutex::new(None);

/// A certificate file that cannot be used, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the CA file {} cannot be used: {why}; it must be a PEM file with at least one certificate (-----BEGIN CERTIFICATE-----)", file.display())]
pub struct CaFileError {
    file: PathBuf,
    why: String,
}

impl CaFileError {
    fn of(file: &Path, why: &dyn std::fmt::Display) -> Self {
        Self { file: file.to_owned(), why: why.to_string() }
    }
}

struct TrustRoots {
    file: Vec<u8>,
    config: Arc<ClientConfig>,
}

/// A TLS configuration that trusts the system's certificates and those of `ca_file`.
///
/// # Errors
/// A [`RawFault`] of class `tls` that names the file, if it cannot be read or has no certificate.
pub(crate) fn config(ca_file: Option<&Path>) -> Result<Arc<ClientConfig>, RawFault> {
    let of_file = |error: CaFileError| {
        RawFault::new(
            FaultClass::Tls,
            Phrase::verbatim(&crate::error::fault::sentence(&error.to_string())),
            advice::choose_ca_file(),
        )
    };
    let file = ca_file.map_or_else(|| Ok(Vec::new()), read).map_err(of_file)?;
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let built = built.get_or_insert_default();
    let place = ca_file.map(Path::to_owned);
    if let Some(known) = built.get(&place).filter(|known| known.file == file) {
        return Ok(Arc::clone(&known.config));
    }
    let certificates = ca_file.map_or_else(|| Ok(Vec::new()), |path| in_pem(path, &file));
    let config = build(certificates.map_err(of_file)?).map_err(|error| {
        RawFault::new(
            FaultClass::Tls,
            happened::no_tls(&error.to_string()),
            advice::install_certificates(),
        )
    })?;
    built.insert(place, TrustRoots { file, config: Arc::clone(&config) });
    Ok(config)
}

/// Checks a file when the user sets it.
///
/// # Errors
/// [`CaFileError`] if it cannot be read, has no certificate, or has a damaged one.
pub(crate) fn check(ca_file: &Path) -> Result<(), CaFileError> {
    let certificates = in_pem(ca_file, &read(ca_file)?)?;
    build(certificates).map(drop).map_err(|error| CaFileError::of(ca_file, &error))
}

fn read(path: &Path) -> Result<Vec<u8>, CaFileError> {
    let bad = |why: &dyn std::fmt::Display| CaFileError::of(path, why);
    let about = std::fs::metadata(path).map_err(|error| bad(&error))?;
    if !about.is_file() || about.len() > LARGEST_FILE {
        return Err(bad(&"it is no file of certificates"));
    }
    std::fs::read(path).map_err(|error| bad(&error))
}

fn in_pem(path: &Path, file: &[u8]) -> Result<Vec<CertificateDer<'static>>, CaFileError> {
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(file)
        .collect::<Result<_, _>>()
        .map_err(|error| CaFileError::of(path, &format!("it is damaged ({error})")))?;
    if certificates.is_empty() {
        return Err(CaFileError::of(path, &"it holds no certificate"));
    }
    Ok(certificates)
}

fn build(extra: Vec<CertificateDer<'static>>) -> Result<Arc<ClientConfig>, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = if extra.is_empty() {
        Verifier::new(Arc::clone(&provider))?
    } else {
        Verifier::new_with_extra_roots(extra, Arc::clone(&provider))?
    };
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

/// Performs the TLS handshake with `host` over an open socket.
///
/// # Errors
/// A [`RawFault`] of class `tls` that says what is wrong and what to do about it.
pub(crate) async fn shake_hands<S: AsyncRead + AsyncWrite + Unpin>(
    socket: S,
    host: &str,
    config: Arc<ClientConfig>,
    limit: Duration,
) -> Result<TlsStream<S>, RawFault> {
    let name = ServerName::try_from(host.to_owned()).map_err(|error| {
        failed(host, Phrase::verbatim(&error.to_string()), advice::tls_unknown())
    })?;
    timeout(limit, TlsConnector::from(config).connect(name, socket))
        .await
        .map_err(|_| {
            let why = happened::slow_handshake(&limit.as_secs().to_string());
            failed(host, why, advice::tls_silent())
        })?
        .map_err(|error| of_handshake(host, &error))
}

fn failed(host: &str, why: Phrase, advice: Phrase) -> RawFault {
    RawFault::new(FaultClass::Tls, happened::insecure(host, why), advice)
}

/// The fault of a failed handshake.
fn of_handshake(host: &str, error: &std::io::Error) -> RawFault {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    match inner {
        Some(inner) => of_rustls(host, inner),
        None if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            failed(host, happened::closed_in_handshake(), advice::tls_maybe_none())
        }
        None => failed(host, Phrase::verbatim(&error.to_string()), advice::tls_unknown()),
    }
}

/// The fault of each TLS error, with advice.
pub(crate) fn of_rustls(host: &str, error: &rustls::Error) -> RawFault {
    use CertificateError as Bad;
    let (why, advice) = match error {
        rustls::Error::InvalidCertificate(Bad::UnknownIssuer | Bad::BadSignature) => {
            (happened::untrusted_issuer(), advice::tls_issuer())
        }
        rustls::Error::InvalidCertificate(Bad::Other(other))
            if other.to_string().contains("CaUsedAsEndEntity") =>
        {
            (happened::own_issuer(), advice::tls_self_signed())
        }
        rustls::Error::InvalidCertificate(Bad::NotValidForName) => {
            (happened::other_name(), advice::tls_other_name(host))
        }
        rustls::Error::InvalidCertificate(Bad::NotValidForNameContext { presented, .. }) => {
            (happened::other_names(&presented.join(", ")), advice::tls_other_name(host))
        }
        rustls::Error::InvalidCertificate(Bad::Expired | Bad::ExpiredContext { .. }) => {
            (happened::expired(), advice::tls_expired())
        }
        rustls::Error::InvalidCertificate(Bad::NotValidYet | Bad::NotValidYetContext { .. }) => {
            (happened::not_valid_yet(), advice::tls_early())
        }
        rustls::Error::InvalidCertificate(Bad::Revoked) => {
            (happened::revoked(), advice::tls_revoked())
        }
        rustls::Error::InvalidMessage(_) => (happened::not_tls(), advice::tls_none()),
        rustls::Error::AlertReceived(AlertDescription::UnrecognisedName) => {
            (happened::unknown_name(), advice::check_address())
        }
        rustls::Error::AlertReceived(AlertDescription::CertificateRequired) => {
            (happened::wants_certificate(), advice::tls_client_certificate())
        }
        rustls::Error::AlertReceived(
            AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure,
        )
        | rustls::Error::PeerIncompatible(_) => {
            (happened::no_shared_protocol(&error.to_string()), advice::tls_old())
        }
        other => (Phrase::verbatim(&other.to_string()), advice::tls_unknown()),
    };
    failed(host, why, advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::redact::Redaction;

    #[test]
    fn a_file_without_a_certificate_is_refused_when_it_is_set_and_when_it_is_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
        let told = Redaction::default();
        let damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let cut = "-----BEGIN CERTIFICATE-----\nAAAA";
        for (name, text) in
            [("empty", ""), ("page", "<html>"), ("key", key), ("damaged", damaged), ("cut", cut)]
        {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("written");
            let error = check(&file).expect_err("it cannot be used").to_string();
            assert!(error.contains(name), "{name}: the file is named: {error}");
            assert!(error.contains("BEGIN CERTIFICATE"), "{name}: and what it should be: {error}");
            let fault = config(Some(&file)).expect_err("nor raced").redacted(&told);
            assert_eq!(fault.class, FaultClass::Tls, "{name}");
        }
        for missing in [folder.path().join("none"), folder.path().to_owned()] {
            assert!(check(&missing).is_err(), "{} is no file", missing.display());
            let fault = config(Some(&missing)).expect_err("it is not there").redacted(&told);
            assert!(fault.message.contains(&missing.display().to_string()), "{}", fault.message);
        }
    }

    #[test]
    fn tls_errors_come_with_advice() {
        for (error, advice) in [
            (CertificateError::UnknownIssuer, "--ca-file"),
            (CertificateError::NotValidForName, "name api.example.com"),
            (CertificateError::Expired, "clock"),
            (CertificateError::NotValidYet, "clock"),
        ] {
            let fault = of_rustls("api.example.com", &error.into()).redacted(&Redaction::default());
            assert!(fault.advice.contains(advice), "{}: {}", fault.message, fault.advice);
            assert!(fault.message.contains("api.example.com"), "and where: {}", fault.message);
        }
    }
}
