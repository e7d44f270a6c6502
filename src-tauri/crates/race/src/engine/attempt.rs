//! One request of one contender, on one connection: what a race's lanes and a sweep's streams have in common.

use std::sync::Mutex;

use measure::Recording;
use providers::{Clock, Fault, Link, Reply, Request, Timeouts, stream};
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use crate::engine::host_monitor::HostMonitor;
use crate::engine::live_state::lock;
use crate::plan::check::Contender;

/// A contender with the key it races with.
#[derive(Clone)]
pub struct Entry {
    /// Whom to ask, and what.
    pub contender: Contender,
    /// Sent in a header to the contender's address and nowhere else.
    pub key: Option<SecretString>,
    /// Said to the proxy that the contender is reached through, as `USER:PASSWORD`, and to nobody else.
    pub proxy_login: Option<SecretString>,
}

impl Entry {
    /// Connects to where the contender's requests go. Boxed: a future keeps what is moved into it twice, and a link is
    /// handed down through four of them in each of hundreds of lanes.
    ///
    /// # Errors
    /// A [`Fault`] that says which part of connecting failed.
    pub(crate) async fn open(&self, clock: Clock) -> Result<Box<Link>, Fault> {
        let provider = &self.contender.request.provider;
        let opening = Link::open(provider, self.proxy_login.as_ref(), clock);
        Box::pin(opening).await.map(Box::new)
    }
}

/// What a request runs with.
pub(crate) struct Attempt<'a> {
    pub(crate) entry: &'a Entry,
    /// What is asked: the contender's request, or one made from it.
    pub(crate) request: &'a Request,
    pub(crate) clock: Clock,
    pub(crate) stop: &'a CancellationToken,
    pub(crate) timeouts: Timeouts,
    pub(crate) recording: &'a Mutex<Recording>,
    pub(crate) watch: &'a HostMonitor,
}

impl Attempt<'_> {
    /// Asks, and records what comes. Hands back the connection and whether the request was stopped before its end, which
    /// leaves no connection. One that has ended still knows how its server keeps connections.
    pub(crate) async fn run(
        &self,
        mut link: Box<Link>,
        reply: &mut Reply,
    ) -> (Option<Box<Link>>, bool) {
        let key = self.entry.key.as_ref();
        let asking = async {
            // The server may have closed it after it was made.
            if !link.is_ready().await
                && let Err(fault) = Box::pin(link.renew(&self.request.provider)).await
            {
                reply.fault = Some(fault);
                return;
            }
            stream(&mut link, self.request, key, self.timeouts, self.recording, reply).await;
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
            link.abandon(&self.request.provider, key).await;
        }
        ((!stopped).then_some(link), stopped)
    }
}
