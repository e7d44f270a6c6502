//! From a host and a port to a TCP socket: the name is looked up, its addresses are tried one after another, and a proxy
//! opens its tunnel.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use measure::ConnectionTiming;
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::Url;

use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::net::clock::Clock;
use crate::net::kernel_rtt::Ends;
use crate::net::network::Reach;
use crate::net::proxy::ProxyRoute;
use crate::net::route::Route;
use crate::net::socket::{Socket, StampedSocket, Stamps};

/// Timeout of each phase of connecting: DNS, TCP, proxy, TLS.
pub(super) const PART_LIMIT: Duration = Duration::from_secs(10);
/// Timeout of one address if the name has several.
const ADDRESS_LIMIT: Duration = Duration::from_secs(4);

/// A host and a port.
pub(super) struct Target {
    pub(super) host: String,
    port: u16,
}

impl Target {
    pub(super) fn of(url: &Url) -> Self {
        Self {
            host: url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned(),
            port: url.port_or_known_default().unwrap_or(443),
        }
    }
}

/// Connects to the target or its proxy, on a socket that timestamps its reads.
pub(super) async fn dial(
    to: &Target,
    via: Option<&ProxyRoute>,
    reach: Reach,
    clock: Clock,
    timing: &mut ConnectionTiming,
) -> Result<(StampedSocket, Stamps, Option<Ends>), RawFault> {
    let first = via.map(|via| Target { host: via.host().to_owned(), port: via.port() });
    let first = first.as_ref().unwrap_or(to);
    let of_proxy = |fault: RawFault| match via {
        Some(via) => via.unreachable(fault),
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
    let ends = Ends::of(&tcp);
    timing.remote = ends.map(|ends| ends.remote.to_string()).unwrap_or_default();
    // Without this the kernel may delay a small request until an acknowledgement arrives.
    tcp.set_nodelay(true).map_err(|error| unconnected(&first.host, first.port, &error))?;
    let (socket, stamps) = StampedSocket::new(tcp, clock);
    Ok((socket, stamps, ends))
}

/// Opens a tunnel through the proxy, to the target's name or, if the proxy takes only addresses, to its address.
pub(super) async fn tunnel(
    via: &ProxyRoute,
    socket: Box<dyn Socket>,
    to: &Target,
) -> Result<Box<dyn Socket>, RawFault> {
    if !via.wants_numbers() {
        return via.open_tunnel(socket, &to.host, to.port, PART_LIMIT).await;
    }
    let addresses =
        resolve(to).await.map_err(|fault| fault.also_advising(advice::proxy_names()))?;
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
) -> Result<Option<(String, Vec<SocketAddr>)>, RawFault> {
    let (reach, to) = (Reach::of(url, route), Target::of(url));
    if reach == Reach::Anywhere {
        return Ok(None);
    }
    let addresses = reach.within(&to.host, resolve(&to).await?)?;
    Ok(Some((to.host, addresses)))
}

async fn resolve(to: &Target) -> Result<Vec<SocketAddr>, RawFault> {
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

async fn connect(addresses: &[SocketAddr], to: &Target) -> Result<TcpStream, RawFault> {
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
pub(crate) fn unresolved(host: &str, why: &str) -> RawFault {
    let why = why.trim_start_matches("failed to lookup address information: ");
    RawFault::new(FaultClass::Dns, happened::unresolved(host, why), advice::check_name())
}

/// The system's error number, on every system except Windows, whose numbers begin at 10,000.
const TOO_MANY_FILES: i32 = 24;

/// A host that refuses connections.
pub(crate) fn unconnected(host: &str, port: u16, error: &std::io::Error) -> RawFault {
    let advice = match error.kind() {
        std::io::ErrorKind::ConnectionRefused => advice::nothing_listens(),
        _ if error.raw_os_error() == Some(TOO_MANY_FILES) => advice::too_many_files(),
        std::io::ErrorKind::TimedOut => advice::nothing_answers(),
        std::io::ErrorKind::NetworkUnreachable | std::io::ErrorKind::HostUnreachable => {
            advice::no_route()
        }
        _ => advice::check_address_and_network(),
    };
    let host = host.trim_matches(['[', ']']);
    let place = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let message = happened::unconnected(&format!("{place}:{port}"), &error.to_string());
    RawFault::new(FaultClass::Tcp, message, advice)
}

/// Microseconds since a time of the clock.
pub(super) fn us_since(started_ns: u64, clock: Clock) -> u32 {
    u32::try_from((clock.now_ns() - started_ns) / 1_000).unwrap_or(u32::MAX)
}
