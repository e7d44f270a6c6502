//! The round trip of an open connection as the kernel measures it, from the acknowledgements of what was sent.

use std::net::SocketAddr;

use tokio::net::TcpStream;

/// Both ends of a TCP connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    pub(super) local: SocketAddr,
    pub(super) remote: SocketAddr,
}

impl Ends {
    /// `None` if the connection broke in the meantime.
    pub(super) fn of(tcp: &TcpStream) -> Option<Self> {
        Some(Self { local: tcp.local_addr().ok()?, remote: tcp.peer_addr().ok()? })
    }
}

/// The smallest round trip of the connection between `ends` in microseconds; `None` if it is closed, or the kernel does
/// not tell. The smallest, because a server may acknowledge a request as late as 40 ms after it, with its answer.
#[cfg(target_os = "linux")]
pub(super) fn smallest_us(ends: Ends) -> Option<u32> {
    linux::smallest_us(ends).ok().flatten().filter(|us| *us != u32::MAX && *us > 0)
}

/// Not told: other systems have it behind calls for which there is no safe interface.
#[cfg(not(target_os = "linux"))]
pub(super) fn smallest_us(_ends: Ends) -> Option<u32> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::ops::Range;

    use netlink_packet_core::{NLM_F_REQUEST, NetlinkHeader, NetlinkMessage, NetlinkPayload};
    use netlink_packet_sock_diag::SockDiagMessage;
    use netlink_packet_sock_diag::constants::{AF_INET, AF_INET6, IPPROTO_TCP};
    use netlink_packet_sock_diag::inet::nlas::Nla;
    use netlink_packet_sock_diag::inet::{ExtensionFlags, InetRequest, SocketId, StateFlags};
    use netlink_sys::protocols::NETLINK_SOCK_DIAG;
    use netlink_sys::{Socket, SocketAddr as NetlinkAddress};

    use super::Ends;

    /// The kernel answers with one packet of a few hundred bytes.
    const LARGEST_ANSWER: usize = 8 * 1024;
    /// Where `tcpi_min_rtt` is in the kernel's `struct tcp_info` (`linux/tcp.h`, since 4.6), which only ever grows at
    /// its end.
    const MIN_RTT: Range<usize> = 148..152;
    /// Any socket of these ends: the kernel's own number for it is not known.
    const ANY_COOKIE: [u8; 8] = [0xff; 8];

    /// Asks the kernel's socket monitor (`sock_diag(7)`) about one connection, which never waits: its answer is there
    /// when the question has been sent.
    pub(super) fn smallest_us(ends: Ends) -> io::Result<Option<u32>> {
        let socket = Socket::new(NETLINK_SOCK_DIAG)?;
        socket.set_non_blocking(true)?;
        socket.connect(&NetlinkAddress::new(0, 0))?;
        socket.send(&question(ends), 0)?;
        let mut answer = Vec::with_capacity(LARGEST_ANSWER);
        socket.recv(&mut answer, 0)?;
        let answer = NetlinkMessage::<SockDiagMessage>::deserialize(&answer)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        let NetlinkPayload::InnerMessage(SockDiagMessage::InetResponse(found)) = answer.payload
        else {
            return Ok(None);
        };
        let us = found.nlas.iter().find_map(|part| match part {
            Nla::TcpInfo(info) => info.get(MIN_RTT).and_then(|it| it.try_into().ok()),
            _ => None,
        });
        Ok(us.map(u32::from_ne_bytes))
    }

    fn question(ends: Ends) -> Vec<u8> {
        let mut header = NetlinkHeader::default();
        header.flags = NLM_F_REQUEST;
        let request = InetRequest {
            family: if ends.local.is_ipv4() { AF_INET } else { AF_INET6 },
            protocol: IPPROTO_TCP,
            extensions: ExtensionFlags::INFO,
            states: StateFlags::all(),
            socket_id: SocketId {
                source_port: ends.local.port(),
                destination_port: ends.remote.port(),
                source_address: ends.local.ip(),
                destination_address: ends.remote.ip(),
                interface_id: 0,
                cookie: ANY_COOKIE,
            },
        };
        let mut message = NetlinkMessage::new(header, SockDiagMessage::InetRequest(request).into());
        message.finalize();
        let mut bytes = vec![0; message.buffer_len()];
        message.serialize(&mut bytes);
        bytes
    }
}

#[cfg(all(test, target_os = "linux"))]
#[path = "kernel_rtt_tests.rs"]
mod tests;
