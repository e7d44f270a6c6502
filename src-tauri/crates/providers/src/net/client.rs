//! The HTTP client for requests that are not measured, such as model lists. It uses the same route as a measured stream
//! and distinguishes the same failures.

use std::error::Error;
use std::time::Duration;

use secrecy::SecretString;
use url::Url;

use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::net::dial::{reached, unconnected, unresolved};
use crate::net::framing::is_badly_framed;
use crate::net::proxy::ProxyRoute;
use crate::net::route::Route;
use crate::net::trust;
use crate::net::user_agent::USER_AGENT;

/// Timeouts for connecting and for the whole request.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
const LIMIT: Duration = Duration::from_secs(30);

/// A client for requests to one address.
pub(crate) struct Client {
    http: reqwest::Client,
    address: Url,
    via: Option<ProxyRoute>,
}

impl Client {
    /// A client for requests to `address` over `route`. It follows no redirects, because a key must not go to an
    /// address from a response.
    ///
    /// # Errors
    /// A [`RawFault`] if nothing may be sent there, or the route is not usable.
    pub(crate) async fn to(
        address: &Url,
        route: &Route,
        proxy_login: Option<&SecretString>,
    ) -> Result<Self, RawFault> {
        crate::wire::headers::may_send(address.as_str(), route)?;
        let via = route.via(address, proxy_login)?;
        let config = trust::config(route.ca_file.as_deref())?;
        let reached = match &via {
            Some(_) => None,
            None => reached(address, route).await?,
        };
        let unusable = |error: reqwest::Error| {
            RawFault::new(
                FaultClass::Tcp,
                happened::no_connection(&chain(&error)),
                advice::check_network_settings(),
            )
        };
        let builder = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_LIMIT)
            .timeout(LIMIT)
            .tls_backend_preconfigured((*config).clone());
        let builder = match &via {
            Some(via) => builder.proxy(via.for_client().map_err(unusable)?),
            None => builder.no_proxy(),
        };
        let builder = match reached {
            Some((host, addresses)) => builder.resolve_to_addrs(&host, &addresses),
            None => builder,
        };
        let http = builder.build().map_err(unusable)?;
        Ok(Self { http, address: address.clone(), via })
    }

    /// A request to its address, without a key.
    pub(crate) fn get(&self) -> reqwest::RequestBuilder {
        self.http.get(self.address.clone())
    }

    /// A request to its address that carries a body, without a key.
    pub(crate) fn post(&self) -> reqwest::RequestBuilder {
        self.http.post(self.address.clone())
    }

    /// The proxy that it goes through.
    pub(crate) fn via(&self) -> Option<&ProxyRoute> {
        self.via.as_ref()
    }

    /// The fault, in the same words as for a measured stream.
    pub(crate) fn fault(&self, error: &reqwest::Error) -> RawFault {
        let host = self.address.host_str().unwrap_or_default();
        let tls = causes(error).find_map(|cause| {
            let inner = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
            let inner = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
            inner.or_else(|| cause.downcast_ref::<rustls::Error>())
        });
        let said = chain(error);
        let via = self.via.as_ref();
        if let Some(tls) = tls {
            let fault = trust::of_rustls(host, tls);
            return match via.filter(|via| via.is_tls() && !said.contains("tunnel")) {
                Some(via) => via.no_secure_way(fault),
                None => fault,
            };
        }
        let port = self.address.port_or_known_default().unwrap_or(443);
        let root = causes(error).filter_map(|cause| cause.downcast_ref::<std::io::Error>()).last();
        let fault = match root {
            // It was connected, so what was sent may have arrived; a part of the answer may have, too.
            _ if error.is_timeout() && !error.is_connect() => RawFault::new(
                FaultClass::ConnectionLost,
                happened::no_answer(
                    host,
                    &format!("it was not complete after {} s", LIMIT.as_secs()),
                ),
                advice::sent_unanswered(),
            ),
            _ if error.is_timeout() => {
                unconnected(host, port, &std::io::ErrorKind::TimedOut.into())
            }
            Some(root) if said.contains("dns error") => unresolved(host, &root.to_string()),
            Some(root) if error.is_connect() => unconnected(host, port, root),
            Some(root) if is_badly_framed(root) => RawFault::new(
                FaultClass::ConnectionLost,
                happened::host_broke_rules(host, &said),
                advice::broken_chunks(),
            ),
            _ => RawFault::new(
                FaultClass::ConnectionLost,
                happened::no_answer(host, &said),
                advice::closed_on_the_way(),
            ),
        };
        match via {
            Some(via) if said.contains("authorization required") => via.refused(
                407,
                host,
                crate::wire::untrusted::UntrustedText::of(""),
                &crate::wire::redact::Redaction::default(),
            ),
            Some(via) if error.is_connect() => via.unreachable(fault),
            _ => fault,
        }
    }
}

/// An error with its causes, on one line.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    causes(error).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// An error and its chain of causes.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| (**error).source())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::fault::Fault;
    use crate::wire::redact::Redaction;

    async fn fault_at(address: &str) -> Fault {
        let address = Url::parse(address).expect("an address");
        let client =
            Client::to(&address, &Route::default(), None).await.ok().expect("it may be asked");
        let error = client.get().send().await.expect_err("nobody is there");
        client.fault(&error).redacted(&Redaction::default())
    }

    #[tokio::test]
    async fn what_fails_before_a_request_is_told_in_the_words_of_a_measured_stream() {
        let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let place = closed.local_addr().expect("it has one").to_string();
        drop(closed);
        let fault = fault_at(&format!("http://{place}/v1/models")).await;
        assert_eq!(fault.class, FaultClass::Tcp, "{fault:?}");
        assert!(fault.message.starts_with(&format!("No connection to {place}: ")), "{fault:?}");
        assert!(fault.advice.starts_with("Nothing listens there."), "what to do: {fault:?}");
        let fault = fault_at("https://models.invalid/v1/models").await;
        assert_eq!(fault.class, FaultClass::Dns, "{fault:?}");
        assert!(
            fault.message.starts_with("The name `models.invalid` does not resolve: "),
            "{fault:?}"
        );
    }

    #[tokio::test]
    async fn a_server_that_takes_a_request_and_says_nothing_is_not_called_unreachable() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let place = silent.local_addr().expect("it has one").to_string();
        let address = Url::parse(&format!("http://{place}/hook")).expect("an address");
        let client =
            Client::to(&address, &Route::default(), None).await.ok().expect("it may be asked");
        let asked = client.post().timeout(Duration::from_millis(50)).send().await;
        let fault = client.fault(&asked.expect_err("it is silent"));
        let fault = fault.redacted(&Redaction::default());
        assert!(
            fault.message.starts_with("No answer from 127.0.0.1: it was not complete after 30 s"),
            "{fault:?}"
        );
        assert!(fault.advice.contains("may have arrived"), "{fault:?}");
    }
}
