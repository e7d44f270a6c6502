//! TLS servers on loopback with certificates made for the test, and the files that make them trusted.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::proxies::listen;

/// An authority that is not trusted until its certificate is named.
pub(crate) struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: tempfile::TempDir,
}

/// What is wrong with a server's certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    Expired,
    NotYet,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        let issuer = CertifiedIssuer::self_signed(params, key).expect("a certificate");
        Self { issuer, folder: tempfile::tempdir().expect("a folder") }
    }

    /// Its certificate.
    pub(crate) fn pem(&self) -> String {
        self.issuer.pem()
    }

    /// A file with its certificate, after another one and a comment.
    pub(crate) fn file(&self) -> PathBuf {
        let file = self.folder.path().join("trusted.pem");
        let text = format!("# Two of them\n{}\n{}", Self::new().pem(), self.pem());
        std::fs::write(&file, text).expect("written");
        file
    }

    /// A TLS server under this name in front of a plain server.
    pub(crate) fn server(&self, name: &str, flaw: Flaw, behind: SocketAddr) -> SocketAddr {
        self.serve(name, flaw, move |mut socket| async move {
            let mut onward = TcpStream::connect(behind).await?;
            onward.set_nodelay(true)?;
            tokio::io::copy_bidirectional(&mut socket, &mut onward).await.map(drop)
        })
    }

    /// Answers each connection over TLS under this name, or under several separated by spaces.
    pub(crate) fn serve<F>(
        &self,
        name: &str,
        flaw: Flaw,
        answer: impl Fn(TlsStream<TcpStream>) -> F + Send + Sync + 'static,
    ) -> SocketAddr
    where
        F: Future<Output = io::Result<()>> + Send + 'static,
    {
        let mut params =
            CertificateParams::new(name.split(' ').map(str::to_owned).collect::<Vec<_>>())
                .expect("a name");
        match flaw {
            Flaw::None => {}
            Flaw::Expired => params.not_after = date_time_ymd(2020, 1, 1),
            Flaw::NotYet => params.not_before = date_time_ymd(2090, 1, 1),
        }
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(
                vec![CertificateDer::from(certificate)],
                PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
            )
            .expect("a usable pair");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let answer = Arc::new(answer);
        listen(move |socket| {
            let (acceptor, answer) = (acceptor.clone(), Arc::clone(&answer));
            async move {
                socket.set_nodelay(true)?;
                answer(acceptor.accept(socket).await?).await
            }
        })
    }
}
