//! A connection to a provider: made ahead of the start gun, in phases that are timed apart, and used for one request
//! at a time.

use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::Poll;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use measure::Connection;
use rustls::pki_types::ServerName;
use rustls_platform_verifier::BuilderVerifierExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::Url;

use crate::own_wakes::OwnWakes;
use crate::socket::{LastRead, StampedSocket};
use crate::{Clock, Fault, FaultClass};

/// Longest each part of connecting may take: the name, the handshake of TCP, that of TLS.
const PART_LIMIT: Duration = Duration::from_secs(10);
/// Longest one address may take when the name has several.
const ADDRESS_LIMIT: Duration = Duration::from_secs(4);

trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Socket for S {}

type Driver = http1::Connection<TokioIo<Box<dyn Socket>>, Full<Bytes>>;

/// One standing connection. It has no task of its own: whoever waits on it drives it, so that a byte is parsed by the
/// task that saw it arrive and no other.
pub struct Link {
    pub(crate) sender: http1::SendRequest<Full<Bytes>>,
    driver: Option<Pin<Box<Driver>>>,
    pub(crate) last_read: LastRead,
    pub(crate) clock: Clock,
    pub(crate) connection: Connection,
    pub(crate) own_wakes: Arc<OwnWakes>,
    /// Why the driver ended, when it ended badly.
    pub(crate) broke: Option<hyper::Error>,
}

/// The system's own trust, read once. Building it can fail where a system has no certificates at all.
static TLS: LazyLock<Result<Arc<rustls::ClientConfig>, rustls::Error>> = LazyLock::new(|| {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
});

impl Link {
    /// Connects to where `base_url` leads: looks the name up, shakes hands, and sends nothing.
    ///
    /// # Errors
    /// A [`Fault`] of class `dns`, `tcp` or `tls` that says which part failed.
    pub async fn open(base_url: &str, clock: Clock) -> Result<Self, Fault> {
        let url = Url::parse(base_url).map_err(|error| {
            Fault::new(
                FaultClass::Dns,
                format!("`{base_url}` is not an address: {error}"),
                "Check it under Providers.",
            )
        })?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let port = url.port_or_known_default().unwrap_or(443);
        let mut connection =
            Connection { http_version: "HTTP/1.1".to_owned(), ..Connection::default() };

        let addresses = resolve(&host, port, clock, &mut connection).await?;
        let started = clock.now_ns();
        let tcp = dial(&addresses, &host, port).await?;
        connection.tcp_us = Some(us_since(started, clock));
        connection.remote = tcp.peer_addr().map(|peer| peer.to_string()).unwrap_or_default();
        // Without this the kernel may hold a small request back until an acknowledgement comes.
        tcp.set_nodelay(true).map_err(|error| tcp_fault(&host, port, &error))?;
        let (socket, last_read) = StampedSocket::new(tcp, clock);

        let socket: Box<dyn Socket> = if url.scheme() == "https" {
            let started = clock.now_ns();
            let tls = shake_hands(socket, &host).await?;
            connection.tls_us = Some(us_since(started, clock));
            Box::new(tls)
        } else {
            Box::new(socket)
        };
        let (sender, driver) =
            http1::Builder::new().handshake(TokioIo::new(socket)).await.map_err(|error| {
                Fault::new(
                    FaultClass::Tcp,
                    format!("The connection to {host} broke: {error}"),
                    "Try again.",
                )
            })?;
        Ok(Self {
            sender,
            driver: Some(Box::pin(driver)),
            last_read,
            clock,
            connection,
            own_wakes: Arc::default(),
            broke: None,
        })
    }

    /// Whether a request can be sent on it now. Drives it once, and so sees an end that came since the last use.
    pub async fn is_ready(&mut self) -> bool {
        poll_fn(|context| {
            self.drive(context);
            Poll::Ready(())
        })
        .await;
        self.driver.is_some() && self.sender.is_ready()
    }

    /// How it came to be.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether the next request is the first on it to be sent after the gun or stands ready before.
    pub fn made_ahead(&mut self, ahead: bool) {
        self.connection.ahead = ahead;
    }

    /// Lets the connection read and write what it can.
    pub(crate) fn drive(&mut self, context: &mut std::task::Context<'_>) {
        if let Some(driver) = self.driver.as_mut()
            && let Poll::Ready(outcome) = driver.as_mut().poll(context)
        {
            self.driver = None;
            self.broke = outcome.err();
        }
    }
}

async fn resolve(
    host: &str,
    port: u16,
    clock: Clock,
    connection: &mut Connection,
) -> Result<Vec<SocketAddr>, Fault> {
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(address, port)]);
    }
    let started = clock.now_ns();
    let found = timeout(PART_LIMIT, tokio::net::lookup_host((host, port))).await;
    connection.dns_us = Some(us_since(started, clock));
    let unknown = |why: String| {
        Fault::new(
            FaultClass::Dns,
            format!("The name `{host}` does not resolve: {why}"),
            "Check the address for a typing mistake, and that this machine is online.",
        )
    };
    let found =
        found.map_err(|_| unknown(format!("no answer within {} s", PART_LIMIT.as_secs())))?;
    let addresses: Vec<SocketAddr> = found.map_err(|error| unknown(error.to_string()))?.collect();
    if addresses.is_empty() {
        Err(unknown("no address is known for it".to_owned()))
    } else {
        Ok(addresses)
    }
}

async fn dial(addresses: &[SocketAddr], host: &str, port: u16) -> Result<TcpStream, Fault> {
    let limit = if addresses.len() > 1 { ADDRESS_LIMIT } else { PART_LIMIT };
    let mut last = None;
    for address in addresses {
        match timeout(limit, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => last = Some(error),
            Err(_) => last = Some(std::io::ErrorKind::TimedOut.into()),
        }
    }
    Err(tcp_fault(host, port, &last.unwrap_or_else(|| std::io::ErrorKind::NotFound.into())))
}

fn tcp_fault(host: &str, port: u16, error: &std::io::Error) -> Fault {
    let advice = match error.kind() {
        std::io::ErrorKind::ConnectionRefused => {
            "Nothing listens there. Start the server, or check the port."
        }
        std::io::ErrorKind::TimedOut => {
            "Nothing answers there. Check the address and any firewall between."
        }
        _ => "Check the address and that this machine is online.",
    };
    Fault::new(FaultClass::Tcp, format!("No connection to {host}:{port}: {error}"), advice)
}

async fn shake_hands(
    socket: StampedSocket,
    host: &str,
) -> Result<tokio_rustls::client::TlsStream<StampedSocket>, Fault> {
    let fault = |why: String| {
        // What a server says that was never asked for TLS before.
        let advice = if why.contains("InvalidContentType") {
            "The server does not speak TLS there. Should the address start with http://?"
        } else {
            "Check that the address is right, that the clock of this machine is, and whether a proxy replaces certificates."
        };
        Fault::new(FaultClass::Tls, format!("No secure connection to {host}: {why}"), advice)
    };
    let config = TLS.as_ref().map_err(|error| fault(error.to_string()))?;
    let name = ServerName::try_from(host.to_owned()).map_err(|error| fault(error.to_string()))?;
    timeout(PART_LIMIT, TlsConnector::from(Arc::clone(config)).connect(name, socket))
        .await
        .map_err(|_| {
            fault(format!("no answer to the handshake within {} s", PART_LIMIT.as_secs()))
        })?
        .map_err(|error| fault(error.to_string()))
}

fn us_since(started_ns: u64, clock: Clock) -> u32 {
    u32::try_from((clock.now_ns() - started_ns) / 1_000).unwrap_or(u32::MAX)
}
