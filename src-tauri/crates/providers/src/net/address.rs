//! Where an address leads: to this machine, a private network, or anywhere.

use std::net::IpAddr;

use url::{Host, Url};

/// `HOST:PORT` of an address.
pub(crate) fn place_of(url: &Url) -> Option<String> {
    Some(format!("{}:{}", url.host_str()?, url.port_or_known_default()?))
}

/// Whether the address is on this machine.
pub fn is_loopback(url: &Url) -> bool {
    match host_of(url) {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => is_loopback_ip(address.into()),
        Some(Host::Ipv6(address)) => is_loopback_ip(address.into()),
        None => false,
    }
}

/// Whether the address is on this machine or a private network.
pub(crate) fn is_private(url: &Url) -> bool {
    is_loopback(url)
        || match host_of(url) {
            Some(Host::Ipv4(address)) => is_private_ip(address.into()),
            Some(Host::Ipv6(address)) => is_private_ip(address.into()),
            Some(Host::Domain(name)) => {
                !name.contains('.')
                    || [".local", ".internal", ".lan", ".home.arpa"]
                        .iter()
                        .any(|end| name.ends_with(end))
            }
            None => false,
        }
}

/// The parsed host. For schemes that browsers do not know, such as `socks5`, the URL parser leaves IP addresses as
/// names.
pub(crate) fn host_of(url: &Url) -> Option<Host> {
    Host::parse(&url.host_str()?.to_ascii_lowercase()).ok()
}

/// Whether an IP address is of this machine.
pub(crate) fn is_loopback_ip(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Whether an IP address is of this machine or a private network.
pub(crate) fn is_private_ip(address: IpAddr) -> bool {
    is_loopback_ip(address)
        || match address.to_canonical() {
            IpAddr::V4(address) => address.is_private() || address.is_link_local(),
            IpAddr::V6(address) => address.is_unique_local() || address.is_unicast_link_local(),
        }
}
