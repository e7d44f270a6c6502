//! Proxies on loopback that send every name to one server, and record what passes through them.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

/// A name that no resolver knows, so that it can be reached only through a proxy.
pub(crate) const NAME: &str = "provider.test";
/// An address that leads nowhere, for the same purpose.
pub(crate) const NUMBER: &str = "192.0.2.7";

/// The login of a proxy that requires one.
pub(crate) const LOGIN: &str = "ann:pass word!";
const LOGIN_IN_BASE64: &str = "YW5uOnBhc3Mgd29yZCE=";

/// The threads shared by the servers of all tests.
static SERVERS: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("threads start")
});

/// Answers each connection on loopback until the tests end, and returns the address.
pub(crate) fn listen<F>(answer: impl Fn(TcpStream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = io::Result<()>> + Send + 'static,
{
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.set_nonblocking(true).expect("it can wait");
    let address = listener.local_addr().expect("it listens");
    SERVERS.spawn(async move {
        let listener = TcpListener::from_std(listener).expect("it listens");
        while let Ok((socket, _)) = listener.accept().await {
            // A client that disconnects ends only its own connection.
            let _gone = tokio::spawn(answer(socket));
        }
    });
    address
}

/// What a proxy requires before it connects, and how it answers.
#[derive(Clone, Default)]
pub(crate) struct Manners {
    /// Whether it requires [`LOGIN`].
    pub(crate) wants_login: bool,
    /// The HTTP status or SOCKS code with which it refuses everyone.
    pub(crate) refuses: Option<u16>,
    /// How long it takes to connect.
    pub(crate) takes: Duration,
}

/// A proxy, and what passed through it.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<u8>>>,
}

/// Records everything that passes.
#[derive(Clone)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn keep(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
    }
}

impl Proxy {
    /// An HTTP proxy: tunnels with `CONNECT`, and forwards unencrypted requests.
    pub(crate) fn http(target: SocketAddr, manners: Manners) -> Self {
        Self::new(move |socket, log| http(socket, target, manners.clone(), log))
    }

    /// A SOCKS proxy, of version 4 or 5 as requested.
    pub(crate) fn socks(target: SocketAddr, manners: Manners) -> Self {
        Self::new(move |socket, log| socks(socket, target, manners.clone(), log))
    }

    fn new<F>(answer: impl Fn(TcpStream, Log) -> F + Send + 'static) -> Self
    where
        F: Future<Output = io::Result<()>> + Send + 'static,
    {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Log(Arc::clone(&seen));
        let address = listen(move |socket| answer(socket, log.clone()));
        Self { address, seen }
    }

    /// What clients sent to it and through it, as text.
    pub(crate) fn heard(&self) -> String {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&seen).into_owned()
    }
}

/// Acts as an HTTP proxy on an open socket.
pub(crate) async fn http_on<S>(socket: S, target: SocketAddr) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    http(socket, target, Manners::default(), Log(Arc::default())).await
}

async fn http<S>(mut socket: S, target: SocketAddr, manners: Manners, log: Log) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(socket.read_u8().await?);
    }
    log.keep(&head);
    let head = String::from_utf8_lossy(&head).into_owned();
    let login = format!("proxy-authorization: basic {LOGIN_IN_BASE64}").to_ascii_lowercase();
    let knows = !manners.wants_login || head.to_ascii_lowercase().contains(&login);
    let refusal = if knows { manners.refuses } else { Some(407) };
    if let Some(status) = refusal {
        let body = "{\"error\":\"the rules of this proxy\"}";
        let length = body.len();
        let answer = format!("HTTP/1.1 {status} No\r\ncontent-length: {length}\r\n\r\n{body}");
        return socket.write_all(answer.as_bytes()).await;
    }
    tokio::time::sleep(manners.takes).await;
    let mut onward = TcpStream::connect(target).await?;
    let (line, rest) = head.split_once("\r\n").unwrap_or_default();
    let mut words = line.split(' ');
    let (method, place) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if method == "CONNECT" {
        socket.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await?;
    } else {
        let path = place.splitn(4, '/').nth(3).unwrap_or_default();
        let kept: String = rest
            .split_inclusive("\r\n")
            .filter(|line| !line.to_ascii_lowercase().starts_with("proxy-"))
            .collect();
        onward.write_all(format!("{method} /{path} HTTP/1.1\r\n{kept}").as_bytes()).await?;
    }
    relay(socket, onward, log).await
}

async fn socks(
    mut socket: TcpStream,
    target: SocketAddr,
    manners: Manners,
    log: Log,
) -> io::Result<()> {
    let version = socket.read_u8().await?;
    if !matches!(version, 4 | 5) {
        return Ok(());
    }
    if version == 4 {
        socket.read_u8().await?;
        let (port, number) = (socket.read_u16().await?, socket.read_u32().await?);
        let _user = text_before_zero(&mut socket).await?;
        // 0.0.0.x means that the name follows.
        let name = if number >> 8 == 0 {
            text_before_zero(&mut socket).await?
        } else {
            number.to_string()
        };
        log.keep(format!("{name}:{port}\n").as_bytes());
        let code = if manners.refuses.is_some() { 0x5b } else { 0x5a };
        socket.write_all(&[0, code, 0, 0, 0, 0, 0, 0]).await?;
    } else {
        let mut methods = vec![0; socket.read_u8().await?.into()];
        socket.read_exact(&mut methods).await?;
        let method = if manners.wants_login { 2 } else { 0 };
        if !methods.contains(&method) {
            return socket.write_all(&[5, 0xff]).await;
        }
        socket.write_all(&[5, method]).await?;
        if manners.wants_login {
            socket.read_u8().await?;
            let user = counted_text(&mut socket).await?;
            let password = counted_text(&mut socket).await?;
            let is_right = format!("{user}:{password}") == LOGIN;
            socket.write_all(&[1, u8::from(!is_right)]).await?;
            if !is_right {
                return Ok(());
            }
        }
        let mut ask = [0; 4];
        socket.read_exact(&mut ask).await?;
        let name = match ask[3] {
            1 => Ipv4Addr::from(socket.read_u32().await?).to_string(),
            3 => counted_text(&mut socket).await?,
            _ => std::net::Ipv6Addr::from(socket.read_u128().await?).to_string(),
        };
        let port = socket.read_u16().await?;
        log.keep(format!("{name}:{port}\n").as_bytes());
        let code = manners.refuses.map_or(0, |code| u8::try_from(code).expect("a code of SOCKS"));
        tokio::time::sleep(manners.takes).await;
        socket.write_all(&[5, code, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
    }
    if manners.refuses.is_some() {
        return Ok(());
    }
    relay(socket, TcpStream::connect(target).await?, log).await
}

async fn text_before_zero(socket: &mut TcpStream) -> io::Result<String> {
    let mut text = Vec::new();
    loop {
        match socket.read_u8().await? {
            0 => return Ok(String::from_utf8_lossy(&text).into_owned()),
            byte => text.push(byte),
        }
    }
}

async fn counted_text(socket: &mut TcpStream) -> io::Result<String> {
    let mut text = vec![0; socket.read_u8().await?.into()];
    socket.read_exact(&mut text).await?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Forwards bytes in both directions at once, until either side ends.
async fn relay<S>(socket: S, onward: TcpStream, log: Log) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    onward.set_nodelay(true)?;
    let (mut from_client, mut to_client) = tokio::io::split(socket);
    let (mut from_server, mut to_server) = tokio::io::split(onward);
    let up = async {
        let mut bytes = [0; 4_096];
        loop {
            let length = from_client.read(&mut bytes).await?;
            if length == 0 {
                return to_server.shutdown().await;
            }
            let read = bytes.get(..length).unwrap_or_default();
            log.keep(read);
            to_server.write_all(read).await?;
        }
    };
    let down = async {
        tokio::io::copy(&mut from_server, &mut to_client).await?;
        to_client.shutdown().await
    };
    tokio::select! {
        ended = up => ended,
        ended = down => ended,
    }
}
