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

/// The host that requests to an address leave this machine for, as addresses write it; `None` on this machine, or of something that is no
/// address.
pub fn remote_host(base_url: &str) -> Option<String> {
    let url = Url::parse(base_url).ok().filter(|url| !is_loopback(url))?;
    Some(url.host_str()?.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_remote_unless_it_is_this_machine() {
        for (address, expected) in [
            ("https://api.example.com/v1", Some("api.example.com")),
            ("http://192.168.1.7:8000", Some("192.168.1.7")),
            ("http://127.0.0.1:8000/v1", None),
            ("http://[::1]:8000", None),
            ("http://llama.localhost", None),
            ("no address", None),
        ] {
            assert_eq!(remote_host(address).as_deref(), expected, "{address}");
        }
    }
}
