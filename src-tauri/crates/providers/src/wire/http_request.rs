//! A request on the wire: address, headers and body.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Method, header};
use measure::Phrase;
use secrecy::SecretString;
use url::{Position, Url};

use crate::catalogue::Provider;
use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::raw_fault::RawFault;
use crate::net::proxy::ProxyRoute;
use crate::net::user_agent::USER_AGENT;
use crate::request::Request;
use crate::wire::address::{in_path, joined};
use crate::wire::headers::key_header;

impl Request {
    /// Its address: the provider's base address with the path of its row or dialect.
    pub(crate) fn url(&self) -> Result<Url, url::ParseError> {
        let provider = &self.provider;
        let wire = provider.dialect.wire();
        let path = provider.path.as_deref().unwrap_or(provider.dialect.path());
        let model = in_path(wire.model_in_path(&self.model));
        Url::parse(&joined(provider.root(), &path.replace("{model}", &model)))
    }
}

/// The destination of a message, with its credentials.
pub(crate) struct Addressee<'a> {
    pub(crate) provider: &'a Provider,
    pub(crate) key: Option<&'a SecretString>,
    /// The proxy.
    pub(crate) via: Option<&'a ProxyRoute>,
}

impl Addressee<'_> {
    /// A request with a JSON body, as its bytes.
    ///
    /// # Errors
    /// A [`RawFault`] if the key must not go there, or the address is invalid.
    pub(crate) fn post(
        &self,
        url: &Url,
        body: Bytes,
    ) -> Result<hyper::Request<Full<Bytes>>, RawFault> {
        let mut message = self.message(Method::POST, url, body)?;
        let json = header::HeaderValue::from_static("application/json");
        if self.provider.dialect.wire().is_made_first() {
            // A creating request returns JSON; the stream is requested separately.
            message.headers_mut().insert(header::ACCEPT, json.clone());
        }
        message.headers_mut().insert(header::CONTENT_TYPE, json);
        Ok(message)
    }

    /// A request for a stream that another request created; no cache may answer it.
    ///
    /// # Errors
    /// As for [`Addressee::post`].
    pub(crate) fn get(&self, url: &Url) -> Result<hyper::Request<Full<Bytes>>, RawFault> {
        let mut message = self.message(Method::GET, url, Bytes::new())?;
        let no_store = header::HeaderValue::from_static("no-store");
        message.headers_mut().insert(header::CACHE_CONTROL, no_store);
        Ok(message)
    }

    fn message(
        &self,
        method: Method,
        url: &Url,
        body: Bytes,
    ) -> Result<hyper::Request<Full<Bytes>>, RawFault> {
        let wire = self.provider.dialect.wire();
        let host = match url.port() {
            Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
            None => url.host_str().unwrap_or_default().to_owned(),
        };
        let through = self.via.filter(|via| via.takes_requests(url));
        let from = if through.is_some() { Position::BeforeScheme } else { Position::BeforePath };
        let mut message = hyper::Request::builder()
            .method(method)
            .uri(&url[from..Position::AfterQuery])
            .header(header::HOST, host)
            .header(header::USER_AGENT, USER_AGENT)
            .header(header::ACCEPT, wire.accept())
            // A compressor on the way would collect tokens before passing them on.
            .header(header::ACCEPT_ENCODING, "identity");
        for (name, value) in wire.headers() {
            message = message.header(*name, *value);
        }
        for (name, value) in self.provider.own_headers() {
            message = message.header(name, value);
        }
        let mut message =
            message.body(Full::new(body)).map_err(|error| unusable(&error.to_string()))?;
        if let Some(key) = self.key {
            let (name, value) = key_header(key, self.provider, url, self.via)?;
            message.headers_mut().insert(name, value);
        }
        if let Some(login) = through.and_then(ProxyRoute::login_header) {
            message.headers_mut().insert(header::PROXY_AUTHORIZATION, login);
        }
        Ok(message)
    }
}

/// The fault of an invalid address.
pub(crate) fn unusable(why: &str) -> RawFault {
    RawFault::new(FaultClass::Dns, Phrase::verbatim(why), advice::check_provider_address())
}

#[cfg(test)]
#[path = "http_request_tests.rs"]
mod every_row;
