//! A connection to a provider: made before the start gun, with separately timed phases, and used for one request at a
//! time.

use std::future::poll_fn;
use std::mem;
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
use tokio::time::timeout;
use url::Url;

use crate::catalogue::Provider;
use crate::error::advice;
use crate::error::fault::{Fault, FaultClass};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::limits::{CONNECT_TIME, LARGEST_HEAD};
use crate::net::address::place_of;
use crate::net::clock::Clock;
use crate::net::coalescing_waker::OwnWakes;
use crate::net::dial::{PART_LIMIT, Target, dial, tunnel, us_since};
use crate::net::kernel_rtt::{self, Ends};
use crate::net::network::Reach;
use crate::net::proxy::ProxyRoute;
use crate::net::socket::{Answers, Socket, Stamps};
use crate::net::trust;
use crate::wire::headers;
use crate::wire::redact::Redaction;

/// A connection is not reused this long before its server closes it.
const ON_THE_WAY: Duration = Duration::from_secs(1);

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
    ends: Option<Ends>,
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
    /// Why its driver ended, if it failed.
    pub(crate) broke: Option<hyper::Error>,
}

impl Connection {
    /// Connects to the address of `provider`, through its proxy if there is one, and sends nothing. `proxy_login` is
    /// `USER:PASSWORD`; it and `key` are removed from a fault, since a library's text about a connection may repeat
    /// what a server sent on an earlier one.
    ///
    /// # Errors
    /// A [`Fault`] of class `dns`, `tcp`, `proxy` or `tls` that says which part failed, or of class `forbidden` if
    /// nothing may be sent there.
    pub async fn open(
        provider: &Provider,
        key: Option<&SecretString>,
        proxy_login: Option<&SecretString>,
        clock: Clock,
    ) -> Result<Self, Fault> {
        let opened = Self::open_in_time(provider, proxy_login, clock).await;
        opened.map_err(|fault| fault.redacted(&Redaction::of(key).and_login(proxy_login)))
    }

    async fn open_in_time(
        provider: &Provider,
        proxy_login: Option<&SecretString>,
        clock: Clock,
    ) -> Result<Self, RawFault> {
        let url = Url::parse(&provider.base_url).map_err(|error| {
            RawFault::new(
                FaultClass::Dns,
                happened::no_address(&provider.base_url, &error.to_string()),
                advice::check_provider_address(),
            )
        })?;
        // A start waits for its slowest connection.
        let opening = Box::pin(Self::open_to(&url, provider, proxy_login, clock));
        timeout(CONNECT_TIME, opening).await.unwrap_or_else(|_| {
            let place = place_of(&url).unwrap_or_default();
            Err(RawFault::new(
                FaultClass::Tcp,
                happened::slow_connection(&place, &CONNECT_TIME.as_secs().to_string()),
                advice::slow_connection(),
            ))
        })
    }

    /// As [`Connection::open`], to another address of the same provider.
    pub(crate) async fn open_to(
        url: &Url,
        provider: &Provider,
        proxy_login: Option<&SecretString>,
        clock: Clock,
    ) -> Result<Self, RawFault> {
        headers::may_send(url.as_str(), &provider.route)?;
        let to = Target::of(url);
        let via = provider.route.via(url, proxy_login)?;
        let mut timing =
            ConnectionTiming { http_version: "HTTP/1.1".to_owned(), ..ConnectionTiming::default() };
        let reach = Reach::of(url, &provider.route);
        let (socket, stamps, ends) = dial(&to, via.as_ref(), reach, clock, &mut timing).await?;
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
                RawFault::new(
                    FaultClass::Tcp,
                    happened::connection_broke(&to.host, &error.to_string()),
                    advice::try_again(),
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
            ends,
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
    pub async fn renew(
        &mut self,
        provider: &Provider,
        key: Option<&SecretString>,
    ) -> Result<(), Fault> {
        let fresh = Self::open(provider, key, self.proxy_login.as_ref(), self.clock).await?;
        self.become_fresh(fresh);
        Ok(())
    }

    /// As [`Connection::renew`], to another address of `provider`.
    ///
    /// # Errors
    /// As for [`Connection::open`]; the connection is then unchanged.
    pub(crate) async fn renew_to(
        &mut self,
        url: &Url,
        provider: &Provider,
    ) -> Result<(), RawFault> {
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
    pub(crate) async fn beside(&self, url: &Url, provider: &Provider) -> Result<Self, RawFault> {
        Self::open_to(url, provider, self.proxy_login.as_ref(), self.clock).await
    }

    /// Whether a request can be sent on it now: it is open and has not been idle longer than the server's keep-alive
    /// allows. Drives it once, to notice a close since the last use.
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

    /// The smallest round trip to its remote end that the kernel has seen, in microseconds; `None` where it tells none
    /// or the connection is closed.
    pub(crate) fn kernel_rtt_us(&self) -> Option<u32> {
        self.ends.and_then(kernel_rtt::smallest_us)
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
