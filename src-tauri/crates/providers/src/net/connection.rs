//! A connection to a provider: made before the start gun, with separately timed phases, and used for one request at a
//! time.

use std::future::poll_fn;
use std::mem;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use measure::ConnectionTiming;
use secrecy::SecretString;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::Url;

use crate::catalogue::Provider;
use crate::error::fault::{Fault, FaultClass};
use crate::limits::{CONNECT_TIME, LARGEST_HEAD};
use crate::net::clock::Clock;
use crate::net::coalescing_waker::OwnWakes;
use crate::net::network::{Reach, Route, place_of};
use crate::net::proxy::ProxyRoute;
use crate::net::socket::{Answers, StampedSocket, Stamps};
use crate::net::trust;
use crate::wire::headers;

/// Timeout of each phase of connecting: DNS, TCP, proxy, TLS.
const PART_LIMIT: Duration = Duration::from_secs(10);
/// A connection is not reused this long before its server closes it.
const ON_THE_WAY: Duration = Duration::from_secs(1);
/// Timeout of one address if the name has several.
const ADDRESS_LIMIT: Duration = Duration::from_secs(4);

pub(crate) trait Socket: AsyncRead + AsyncWrite + Send + Sync + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Sync + Unpin> Socket for S {}

type Driver = http1::Connection<TokioIo<Answers<Box<dyn Socket>>>, Full<Bytes>>;

/// One open connection. It has no task of its own: the task that waits on it drives it, so a byte is parsed by the same
/// task that saw it arrive.
pub struct Connection {
    pub(crate) sender: http1::SendRequest<Full<Bytes>>,
    driver: Option<Pin<Box<Driver>>>,
    pub(crate) stamps: Stamps,
    pub(crate) clock: Clock,
    pub(crate) timing: ConnectionTiming,
    /// The proxy it goes through.
    pub(crate) via: Option<ProxyRoute>,
    pub(crate) proxy_login: Option<SecretString>,
    /// The host and port it leads to.
    pub(crate) place: Option<String>,
    /// A second connection of the same lane, to the host of its streams.
    pub(crate) beside: Option<Box<Connection>>,
    /// Address at which to cancel what the provider is still generating.
    pub(crate) unfinished: Option<Url>,
    pub(crate) own_wakes: Arc<OwnWakes>,
    /// Whether a message has been sent on it.
    was_used: bool,
    /// How long it may be idle and still be reused.
    keeps: Duration,
    /// Why the driver ended, if it failed.
    pub(crate) broke: Option<hyper::Error>,
}

impl Connection {
    /// Connects to the address of `provider`, through its proxy if there is one, and sends nothing. `proxy_login` is
    /// `USER:PASSWORD`.
    ///
    /// # Errors
    /// A [`Fault`] of class `dns`, `tcp`, `proxy` or `tls` that says which part failed, or of class `forbidden` if
    /// nothing may be sent there.
    pub async fn open(
        provider: &Provider,
        proxy_login: Option<&SecretString>,
        clock: Clock,
    ) -> Result<Self, Fault> {
        let url = Url::parse(&provider.base_url).map_err(|error| {
            Fault::new(
                FaultClass::Dns,
                format!("`{}` is not an address: {error}", provider.base_url),
                "Check it under Providers.",
            )
        })?;
        // A start waits for its slowest connection.
        let opening = Box::pin(Self::open_to(&url, provider, proxy_login, clock));
        timeout(CONNECT_TIME, opening).await.unwrap_or_else(|_| {
            let place = place_of(&url).unwrap_or_default();
            Err(Fault::new(
                FaultClass::Tcp,
                format!("No connection to {place} within {} s.", CONNECT_TIME.as_secs()),
                "Name, connection, proxy and TLS together took too long. Check the address and any firewall or proxy between.",
            ))
        })
    }

    /// As [`Connection::open`], to another address of the same provider.
    pub(crate) async fn open_to(
        url: &Url,
        provider: &Provider,
        proxy_login: Option<&SecretString>,
        clock: Clock,
    ) -> Result<Self, Fault> {
        headers::may_send(url.as_str(), &provider.route)?;
        let to = Target::of(url);
        let via = provider.route.via(url, proxy_login)?;
        let mut timing =
            ConnectionTiming { http_version: "HTTP/1.1".to_owned(), ..ConnectionTiming::default() };
        let reach = Reach::of(url, &provider.route);
        let (socket, stamps) = dial(&to, via.as_ref(), reach, clock, &mut timing).await?;
        let mut socket: Box<dyn Socket> = Box::new(socket);
        let trusted = || trust::config(provider.route.ca_file.as_deref());

        if let Some(via) = &via {
            let started = clock.now_ns();
            if via.is_tls() {
                let tls = trust::shake_hands(socket, via.host(), trusted()?, PART_LIMIT).await;
                socket = Box::new(tls.map_err(|fault| via.no_secure_way(fault))?);
            }
            if !via.takes_requests(url) {
                socket = tunnel(via, socket, &to).await?;
            }
            let asked = via.is_tls() || !via.takes_requests(url);
            timing.proxy_us = asked.then(|| us_since(started, clock));
            timing.via = Some(via.place());
        }
        if url.scheme() == "https" {
            let started = clock.now_ns();
            let tls = trust::shake_hands(socket, &to.host, trusted()?, PART_LIMIT).await?;
            timing.tls_us = Some(us_since(started, clock));
            socket = Box::new(tls);
        }
        let answers = Answers::of(socket, stamps.clone());
        let (sender, driver) = http1::Builder::new()
            .max_buf_size(LARGEST_HEAD)
            .handshake(TokioIo::new(answers))
            .await
            .map_err(|error| {
                Fault::new(
                    FaultClass::Tcp,
                    format!("The connection to {} broke: {error}", to.host),
                    "Try again.",
                )
            })?;
        Ok(Self {
            sender,
            driver: Some(Box::pin(driver)),
            stamps,
            clock,
            timing,
            via,
            proxy_login: proxy_login.cloned(),
            place: place_of(url),
            beside: None,
            unfinished: None,
            own_wakes: Arc::default(),
            was_used: false,
            keeps: Duration::MAX,
            broke: None,
        })
    }

    /// Replaces it by a new connection to `provider`, made in the same way, keeping what was learned about the server's
    /// keep-alive.
    ///
    /// # Errors
    /// As for [`Connection::open`]; the connection is then unchanged.
    pub async fn renew(&mut self, provider: &Provider) -> Result<(), Fault> {
        let fresh = Self::open(provider, self.proxy_login.as_ref(), self.clock).await?;
        self.become_fresh(fresh);
        Ok(())
    }

    /// As [`Connection::renew`], to another address of `provider`.
    ///
    /// # Errors
    /// As for [`Connection::open`]; the connection is then unchanged.
    pub(crate) async fn renew_to(&mut self, url: &Url, provider: &Provider) -> Result<(), Fault> {
        let fresh = self.beside(url, provider).await?;
        self.become_fresh(fresh);
        Ok(())
    }

    fn become_fresh(&mut self, fresh: Self) {
        let old = mem::replace(self, fresh);
        self.beside = old.beside;
        self.unfinished = old.unfinished;
        self.keeps = old.keeps;
    }

    /// A connection to another address of `provider`, made in the same way.
    pub(crate) async fn beside(&self, url: &Url, provider: &Provider) -> Result<Self, Fault> {
        Self::open_to(url, provider, self.proxy_login.as_ref(), self.clock).await
    }

    /// Whether a request can be sent on it now: it is open and has not been idle for longer than the server's
    /// keep-alive. Drives it once, to notice a close since the last use.
    pub async fn is_ready(&mut self) -> bool {
        poll_fn(|context| {
            self.drive(context);
            Poll::Ready(())
        })
        .await;
        let idle_ns = self.clock.now_ns().saturating_sub(self.stamps.read_ns());
        let is_kept = !self.was_used || Duration::from_nanos(idle_ns) < self.keeps;
        is_kept && self.driver.is_some() && self.sender.is_ready()
    }

    /// Marks it as used and returns whether it had been used before.
    pub(crate) fn begin_use(&mut self) -> bool {
        mem::replace(&mut self.was_used, true)
    }

    /// Applies the server's keep-alive.
    pub(crate) fn keep_at_most(&mut self, promised: Option<Duration>) {
        if let Some(promised) = promised {
            // A request sent at the last moment arrives too late.
            let on_the_way = ON_THE_WAY.min(promised / 2);
            self.keeps = self.keeps.min(promised.saturating_sub(on_the_way));
        }
    }

    /// The server closed it unannounced, so its keep-alive is not reliable: from now on each request gets a new
    /// connection, made before the measurement if there is time.
    pub(crate) fn went_stale(&mut self) {
        self.keeps = Duration::ZERO;
    }

    /// How it was made.
    pub fn timing(&self) -> &ConnectionTiming {
        &self.timing
    }

    /// Sets whether it was ready before the start gun.
    pub fn made_ahead(&mut self, ahead: bool) {
        self.timing.ahead = ahead;
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

/// A host and a port.
struct Target {
    host: String,
    port: u16,
}

impl Target {
    fn of(url: &Url) -> Self {
        Self {
            host: url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned(),
            port: url.port_or_known_default().unwrap_or(443),
        }
    }
}

/// Connects to the target or its proxy, on a socket that timestamps its reads.
async fn dial(
    to: &Target,
    via: Option<&ProxyRoute>,
    reach: Reach,
    clock: Clock,
    timing: &mut ConnectionTiming,
) -> Result<(StampedSocket, Stamps), Fault> {
    let first = via.map(|via| Target { host: via.host().to_owned(), port: via.port() });
    let first = first.as_ref().unwrap_or(to);
    let of_proxy = |fault: Fault| match via {
        Some(via) => via.unreachable(&fault),
        None => fault,
    };
    let started = clock.now_ns();
    let addresses = resolve(first).await;
    if first.host.parse::<IpAddr>().is_err() {
        timing.dns_us = Some(us_since(started, clock));
    }
    let mut addresses = addresses.map_err(of_proxy)?;
    if via.is_none() {
        addresses = reach.within(&first.host, addresses)?;
    }
    let started = clock.now_ns();
    let tcp = connect(&addresses, first).await.map_err(of_proxy)?;
    timing.tcp_us = Some(us_since(started, clock));
    timing.remote = tcp.peer_addr().map(|peer| peer.to_string()).unwrap_or_default();
    // Without this the kernel may delay a small request until an acknowledgement arrives.
    tcp.set_nodelay(true).map_err(|error| unconnected(&first.host, first.port, &error))?;
    Ok(StampedSocket::new(tcp, clock))
}

/// Opens a tunnel through the proxy, to the target's name or, if the proxy takes only addresses, to its address.
async fn tunnel(
    via: &ProxyRoute,
    socket: Box<dyn Socket>,
    to: &Target,
) -> Result<Box<dyn Socket>, Fault> {
    if !via.wants_numbers() {
        return via.open_tunnel(socket, &to.host, to.port, PART_LIMIT).await;
    }
    let addresses = resolve(to).await.map_err(|fault| Fault {
        advice: format!(
            "{} With socks5h:// in place of socks5:// the proxy looks names up.",
            fault.advice
        ),
        ..fault
    })?;
    let first = addresses.iter().find(|address| address.is_ipv4()).or(addresses.first());
    let host = first.map_or_else(|| to.host.clone(), |address| address.ip().to_string());
    via.open_tunnel(socket, &host, to.port, PART_LIMIT).await
}

/// The address that a name leads to, for a client that looks it up by itself; `None` if any will do.
///
/// # Errors
/// As for [`Reach::within`], and if the name does not resolve.
pub(crate) async fn reached(
    url: &Url,
    route: &Route,
) -> Result<Option<(String, Vec<SocketAddr>)>, Fault> {
    let (reach, to) = (Reach::of(url, route), Target::of(url));
    if reach == Reach::Anywhere {
        return Ok(None);
    }
    let addresses = reach.within(&to.host, resolve(&to).await?)?;
    Ok(Some((to.host, addresses)))
}

async fn resolve(to: &Target) -> Result<Vec<SocketAddr>, Fault> {
    let Target { host, port } = to;
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(address, *port)]);
    }
    let unknown = |why: String| unresolved(host, &why);
    let found = timeout(PART_LIMIT, tokio::net::lookup_host((host.as_str(), *port)))
        .await
        .map_err(|_| unknown(format!("no answer within {} s", PART_LIMIT.as_secs())))?;
    let addresses: Vec<SocketAddr> = found.map_err(|error| unknown(error.to_string()))?.collect();
    if addresses.is_empty() {
        Err(unknown("no address is known for it".to_owned()))
    } else {
        Ok(addresses)
    }
}

async fn connect(addresses: &[SocketAddr], to: &Target) -> Result<TcpStream, Fault> {
    let limit = if addresses.len() > 1 { ADDRESS_LIMIT } else { PART_LIMIT };
    let mut last = None;
    for address in addresses {
        match timeout(limit, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => last = Some(error),
            Err(_) => last = Some(std::io::ErrorKind::TimedOut.into()),
        }
    }
    Err(unconnected(
        &to.host,
        to.port,
        &last.unwrap_or_else(|| std::io::ErrorKind::NotFound.into()),
    ))
}

/// A name that does not resolve.
pub(crate) fn unresolved(host: &str, why: &str) -> Fault {
    let why = why.trim_start_matches("failed to lookup address information: ");
    Fault::new(
        FaultClass::Dns,
        format!("The name `{host}` does not resolve: {why}"),
        "Check the address for a typing mistake, and that this machine is online.",
    )
}

/// The system's number for it, on every system but Windows, whose numbers begin at 10,000.
const TOO_MANY_FILES: i32 = 24;

/// A host that refuses connections.
pub(crate) fn unconnected(host: &str, port: u16, error: &std::io::Error) -> Fault {
    let advice = match error.kind() {
        std::io::ErrorKind::ConnectionRefused => {
            "Nothing listens there. Start the server, or check the port."
        }
        _ if error.raw_os_error() == Some(TOO_MANY_FILES) => {
            "This machine lets a program open no more files and connections: race fewer lanes, or raise the limit (`ulimit -n`)."
        }
        std::io::ErrorKind::TimedOut => {
            "Nothing answers there. Check the address and any firewall between."
        }
        std::io::ErrorKind::NetworkUnreachable | std::io::ErrorKind::HostUnreachable => {
            "There is no way there from this machine. Check that it is online, and any VPN or proxy that is needed."
        }
        _ => "Check the address and that this machine is online.",
    };
    let host = host.trim_matches(['[', ']']);
    let place = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    Fault::new(FaultClass::Tcp, format!("No connection to {place}:{port}: {error}"), advice)
}

fn us_since(started_ns: u64, clock: Clock) -> u32 {
    u32::try_from((clock.now_ns() - started_ns) / 1_000).unwrap_or(u32::MAX)
}
