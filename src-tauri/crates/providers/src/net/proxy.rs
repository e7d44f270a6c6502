//! Proxies: which one a request uses, and how it is tunnelled. A proxy learns nothing about the request except the
//! provider's host.

use std::future::{Ready, poll_fn, ready};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{self, HeaderValue};
use hyper::rt::{Read, Write};
use hyper_util::client::legacy::connect::proxy::{SocksV4, SocksV5};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use tower_service::Service;
use url::Url;

use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::net::address::{is_loopback, place_of};
use crate::net::route::{Proxy, Route};
use crate::wire::redact::Redaction;
use crate::wire::untrusted::UntrustedText;

/// Maximum size of a proxy's error message.
const LARGEST_EXCERPT: usize = 16 * 1024;
/// Timeout for a proxy's error message.
const WORDS_LIMIT: Duration = Duration::from_secs(2);

/// A proxy with its login, for one target.
pub(crate) struct ProxyRoute {
    /// Its address, without the login.
    pub(crate) url: Url,
    pub(super) intercept: Intercept,
}

/// The system's current proxy for public hosts, without credentials.
pub fn system_proxy() -> Option<String> {
    let target = hyper::Uri::from_static("https://provider.invalid");
    let uri = Matcher::from_system().intercept(&target)?.uri().to_string();
    Some(uri.trim_end_matches('/').to_owned())
}

impl Route {
    /// The proxy for `target`; `None` if there is none. `login` is the user's `USER:PASSWORD`.
    ///
    /// # Errors
    /// A [`RawFault`] if the proxy's address is not usable.
    pub(crate) fn via(
        &self,
        target: &Url,
        login: Option<&SecretString>,
    ) -> Result<Option<ProxyRoute>, RawFault> {
        if is_loopback(target) {
            return Ok(None);
        }
        let matcher = match &self.proxy {
            Proxy::Direct => return Ok(None),
            Proxy::System => Matcher::from_system(),
            Proxy::Custom { url } => {
                Matcher::builder().all(with_login(url, login)?.as_str()).build()
            }
        };
        let unusable = || unusable(&self.proxy.to_string());
        let Some(place) = place_of(target) else { return Ok(None) };
        let target: hyper::Uri =
            format!("{}://{place}", target.scheme()).parse().map_err(|_| unusable())?;
        let mut intercept = matcher.intercept(&target);
        if intercept.is_none() && matches!(self.proxy, Proxy::Custom { .. }) {
            return Err(unusable());
        }
        // The system may name a proxy without its login.
        if let Some(bare) = intercept.as_ref().filter(|found| {
            self.proxy == Proxy::System
                && found.basic_auth().is_none()
                && found.raw_auth().is_none()
        }) && login.is_some()
        {
            let with_login = with_login(&bare.uri().to_string(), login)?;
            intercept = Matcher::builder().all(with_login.as_str()).build().intercept(&target);
        }
        intercept.map(ProxyRoute::of).transpose()
    }
}

/// The address of a proxy with its login, if there is one.
#[expect(clippy::disallowed_methods, reason = "a proxy's login leaves in its handshake")]
fn with_login(address: &str, login: Option<&SecretString>) -> Result<Zeroizing<String>, RawFault> {
    let mut url = Url::parse(address).map_err(|_| unusable(address))?;
    if let Some(login) = login.map(ExposeSecret::expose_secret) {
        let (user, password) = login.split_once(':').unwrap_or((login, ""));
        url.set_username(user)
            .and_then(|()| url.set_password(Some(password)))
            .map_err(|()| unusable(address))?;
    }
    Ok(Zeroizing::new(url.into()))
}

fn unusable(address: &str) -> RawFault {
    RawFault::new(FaultClass::Proxy, happened::no_proxy_address(address), advice::proxy_address())
}

impl ProxyRoute {
    fn of(intercept: Intercept) -> Result<Self, RawFault> {
        let address = intercept.uri().to_string();
        let mut url = Url::parse(&address).map_err(|_| unusable(&address))?;
        if url.port_or_known_default().is_none() {
            // The environment may omit the port of a SOCKS proxy.
            url.set_port(Some(1080)).map_err(|()| unusable(&address))?;
        }
        Ok(Self { url, intercept })
    }

    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default().trim_matches(['[', ']'])
    }

    pub(crate) fn port(&self) -> u16 {
        self.url.port_or_known_default().unwrap_or(1080)
    }

    /// `HOST:PORT`, for display and records.
    pub(crate) fn place(&self) -> String {
        place_of(&self.url).unwrap_or_default()
    }

    fn is_socks(&self) -> bool {
        self.url.scheme().starts_with("socks")
    }

    /// Whether it uses TLS.
    pub(crate) fn is_tls(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Whether target names are resolved on this machine, not by the proxy.
    pub(crate) fn wants_numbers(&self) -> bool {
        matches!(self.url.scheme(), "socks4" | "socks5")
    }

    /// Whether it forwards whole requests to `target` instead of opening a tunnel: many proxies tunnel only TLS.
    pub(crate) fn takes_requests(&self, target: &Url) -> bool {
        !self.is_socks() && target.scheme() == "http"
    }

    /// The header with its login.
    pub(crate) fn login_header(&self) -> Option<HeaderValue> {
        self.intercept.basic_auth().cloned()
    }

    /// Its login, `USER:PASSWORD`, whoever named it: the user, the environment or the system.
    pub(crate) fn login(&self) -> Option<SecretString> {
        if let Some((user, password)) = self.intercept.raw_auth() {
            return Some(SecretString::from(format!("{user}:{password}")));
        }
        let header = self.login_header()?;
        let (_, basic) = header.to_str().ok()?.split_once(' ')?;
        let login = Zeroizing::new(STANDARD.decode(basic.trim()).ok()?);
        Some(SecretString::from(std::str::from_utf8(&login).ok()?.to_owned()))
    }

    /// The proxy for the unmeasured client, login included.
    pub(crate) fn for_client(&self) -> Result<reqwest::Proxy, reqwest::Error> {
        let mut url = self.url.clone();
        if let Some((user, password)) = self.intercept.raw_auth() {
            // Cannot fail: a URL with a host accepts both, and every proxy has a host.
            let _fits = url.set_username(user).and_then(|()| url.set_password(Some(password)));
        }
        let proxy = reqwest::Proxy::all(Zeroizing::new(String::from(url)).as_str())?;
        Ok(match self.login_header() {
            Some(header) => proxy.custom_http_auth(header),
            None => proxy,
        })
    }

    /// Makes the proxy connect `socket` to `host:port`; after that it forwards bytes.
    ///
    /// # Errors
    /// A [`RawFault`] of class `proxy` with the reason.
    pub(crate) async fn open_tunnel<S>(
        &self,
        socket: S,
        host: &str,
        port: u16,
        limit: Duration,
    ) -> Result<S, RawFault>
    where
        S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
    {
        let place =
            if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
        let opening = async {
            if self.is_socks() {
                self.socks(socket, &place).await
            } else {
                self.connect(socket, &place).await
            }
        };
        tokio::time::timeout(limit, opening).await.map_err(|_| {
            RawFault::new(
                FaultClass::Proxy,
                happened::slow_proxy(&self.place(), &place, &limit.as_secs().to_string()),
                advice::proxy_silent(),
            )
        })?
    }

    /// HTTP `CONNECT`.
    async fn connect<S>(&self, socket: S, place: &str) -> Result<S, RawFault>
    where
        S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
    {
        let (mut sender, mut driver) = http1::handshake::<_, Empty<Bytes>>(TokioIo::new(socket))
            .await
            .map_err(|error| self.broke(&error.to_string()))?;
        let mut request = hyper::Request::connect(place)
            .header(header::HOST, place)
            .header(header::USER_AGENT, crate::net::user_agent::USER_AGENT);
        if let Some(login) = self.login_header() {
            request = request.header(header::PROXY_AUTHORIZATION, login);
        }
        let request = request.body(Empty::new()).map_err(|error| self.broke(&error.to_string()))?;
        let mut ended = false;
        let mut drive = |context: &mut Context<'_>| {
            ended = ended || driver.poll_without_shutdown(context).is_ready();
        };
        let mut asked = pin!(sender.send_request(request));
        let answer = poll_fn(|context| {
            drive(context);
            asked.as_mut().poll(context)
        })
        .await
        .map_err(|error| self.not_http(&error))?;
        if answer.status().is_success() {
            if !ended {
                poll_fn(|context| driver.poll_without_shutdown(context))
                    .await
                    .map_err(|error| self.broke(&error.to_string()))?;
            }
            let parts = driver.into_parts();
            return if parts.read_buf.is_empty() {
                Ok(parts.io.into_inner())
            } else {
                // No request was sent to the provider yet.
                Err(self.broke("it sent unrequested bytes into the tunnel"))
            };
        }
        let status = answer.status();
        let mut body = pin!(Limited::new(answer.into_body(), LARGEST_EXCERPT).collect());
        let body = poll_fn(|context| {
            drive(context);
            body.as_mut().poll(context)
        });
        let body = tokio::time::timeout(WORDS_LIMIT, body).await;
        let body = body.ok().and_then(Result::ok).map(http_body_util::Collected::to_bytes);
        let said = body.map(|body| String::from_utf8_lossy(&body).into_owned()).unwrap_or_default();
        let said = UntrustedText::of(&said);
        // It may repeat it.
        let redaction = Redaction::default().and_login(self.login().as_ref());
        Err(self.refused(status.as_u16(), place, said, &redaction))
    }

    /// SOCKS handshake.
    async fn socks<S>(&self, socket: S, place: &str) -> Result<S, RawFault>
    where
        S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
    {
        let target: hyper::Uri =
            format!("tcp://{place}").parse().map_err(|_| self.broke("the target is no address"))?;
        let proxy = self.intercept.uri().clone();
        let standing = ReadyConnector(Some(TokioIo::new(socket)));
        let opened = if self.url.scheme().starts_with("socks4") {
            SocksV4::new(proxy, standing).call(target).await.map_err(|error| error.to_string())
        } else {
            let mut connector = SocksV5::new(proxy, standing);
            if let Some((user, password)) = self.intercept.raw_auth() {
                connector = connector.with_auth(user.to_owned(), password.to_owned());
            }
            connector.call(target).await.map_err(|error| error.to_string())
        };
        opened.map(TokioIo::into_inner).map_err(|why| self.socks_refused(place, &why))
    }
}

/// A connector that returns an existing connection.
struct ReadyConnector<S>(Option<S>);

impl<S: Read + Write> Service<hyper::Uri> for ReadyConnector<S> {
    type Response = S;
    type Error = std::io::Error;
    type Future = Ready<Result<S, std::io::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: hyper::Uri) -> Self::Future {
        ready(self.0.take().ok_or_else(|| std::io::ErrorKind::NotConnected.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A route over a proxy that the system names with its login.
    fn named(address: &str) -> ProxyRoute {
        let target = hyper::Uri::from_static("https://provider.example");
        let intercept = Matcher::builder().all(address).build().intercept(&target);
        ProxyRoute {
            url: Url::parse("http://127.0.0.1:3128").expect("an address"),
            intercept: intercept.expect("it is for every target"),
        }
    }

    #[test]
    fn a_login_in_the_address_of_a_proxy_is_hidden_where_the_proxy_repeats_it() {
        for address in [
            "http://p%40user:PROXYPASS-77@127.0.0.1:1",
            "socks5h://p%40user:PROXYPASS-77@127.0.0.1:1",
        ] {
            let hide = Redaction::default().and_login(named(address).login().as_ref());
            for said in ["p@user:PROXYPASS-77", "PROXYPASS-77", "cEB1c2VyOlBST1hZUEFTUy03Nw=="] {
                let told = hide.text(&format!("rejected: {said}"));
                assert!(!told.contains("PASS") && !told.contains("c2VyOlBS"), "{address}: {told}");
            }
        }
        assert!(named("http://127.0.0.1:1").login().is_none(), "there is none");
    }
}
