//! One request of one contender on one connection, shared by the lanes of a race and the streams of a sweep.

use std::sync::Mutex;

use measure::Recording;
use providers::{Clock, Connection, Fault, Reply, Request, Secrets, Timeouts, WrittenBody, stream};
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use crate::engine::host_monitor::HostMonitor;
use crate::plan::contender::Contender;
use crate::view::live_state::lock;

/// A contender with its credentials.
#[derive(Clone)]
pub struct Entry {
    /// Provider and request.
    pub contender: Contender,
    /// Sent in a header to the contender's address and nowhere else.
    pub key: Option<SecretString>,
    /// Login `USER:PASSWORD` for the contender's proxy, sent to the proxy and nowhere else.
    pub proxy_login: Option<SecretString>,
    /// What is hidden in whatever comes back to it.
    secrets: Secrets,
}

impl Entry {
    /// A contender with its credentials, which are hidden in what comes back to it.
    pub fn new(
        contender: Contender,
        key: Option<SecretString>,
        proxy_login: Option<SecretString>,
    ) -> Self {
        let secrets = Secrets::of(&key, &proxy_login);
        Self { contender, key, proxy_login, secrets }
    }

    /// Hides the credentials of each of these in what comes back to any of them: one server may know those of several.
    pub fn hide_of_all(entries: &mut [&mut Self]) {
        let keys = entries.iter().filter_map(|entry| entry.key.as_ref());
        let logins = entries.iter().filter_map(|entry| entry.proxy_login.as_ref());
        let secrets = Secrets::of(keys, logins);
        for entry in entries {
            entry.secrets = secrets.clone();
        }
    }

    /// Connects to the contender's address. The connection is boxed because a future stores a moved value twice, and
    /// each of hundreds of lanes passes it down through four futures.
    ///
    /// # Errors
    /// A [`Fault`] that says which part of connecting failed.
    pub(crate) async fn open(&self, clock: Clock) -> Result<Box<Connection>, Fault> {
        let provider = &self.contender.request.provider;
        let (key, proxy_login) = (self.key.as_ref(), self.proxy_login.as_ref());
        Box::pin(Connection::open(provider, key, proxy_login, clock)).await.map(Box::new)
    }
}

/// The inputs of one request.
pub(crate) struct Attempt<'a> {
    pub(crate) entry: &'a Entry,
    /// The request: the contender's own, or one derived from it.
    pub(crate) request: &'a Request,
    /// Its body, written ahead.
    pub(crate) body: &'a WrittenBody,
    pub(crate) clock: Clock,
    pub(crate) stop: &'a CancellationToken,
    pub(crate) timeouts: Timeouts,
    pub(crate) recording: &'a Mutex<Recording>,
    pub(crate) watch: &'a HostMonitor,
}

impl Attempt<'_> {
    /// Sends the request and records the response. Returns the connection and whether the request was stopped early, in
    /// which case there is no connection. A closed connection still knows its server's keep-alive policy.
    pub(crate) async fn run(
        &self,
        mut connection: Box<Connection>,
        reply: &mut Reply,
    ) -> (Option<Box<Connection>>, bool) {
        let key = self.entry.key.as_ref();
        let asking = async {
            // The server may have closed the connection since it was made.
            if !connection.is_ready().await
                && let Err(fault) = Box::pin(connection.renew(&self.request.provider, key)).await
            {
                reply.fault = Some(fault);
                return;
            }
            let asked = (self.request, self.body);
            let known = (key, &self.entry.secrets);
            stream(&mut connection, asked, known, self.timeouts, self.recording, reply).await;
        };
        let stopped = tokio::select! {
            biased;
            () = self.stop.cancelled() => true,
            () = asking => false,
        };
        {
            let timeline = &mut lock(self.recording).timeline;
            let over_ns = self.clock.now_ns();
            timeline.strain = self.watch.between(timeline.send_ns.unwrap_or(over_ns), over_ns);
            if stopped {
                timeline.close_ns.get_or_insert(over_ns);
            }
        }
        if stopped {
            connection.abandon(&self.request.provider, key).await;
        }
        ((!stopped).then_some(connection), stopped)
    }
}
