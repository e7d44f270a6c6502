//! A text that others on this machine read over HTTP, such as metrics: at one path, by `GET`, by nobody else's machine and by no page of
//! the web.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue};
use hyper::http::uri::Authority;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Most connections at once: a scraper has one.
const MOST_READERS: usize = 16;
/// How long a connection may take to send its request.
const REQUEST_WITHIN: Duration = Duration::from_secs(5);
/// How long to wait after a connection could not be accepted: the next may be once others were closed.
const AFTER_A_FAULT: Duration = Duration::from_millis(100);
/// The media type of a refusal.
const PLAIN: &str = "text/plain; charset=utf-8";

/// A text at an address of this machine.
pub struct TextEndpoint {
    listener: TcpListener,
    /// Where it is.
    pub address: SocketAddr,
}

/// What is read there.
#[derive(Clone)]
pub struct EndpointText {
    /// The path, from `/`.
    pub path: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// The text as it is when somebody asks.
    pub text: Arc<dyn Fn() -> String + Send + Sync>,
}

impl TextEndpoint {
    /// Listens at an address of this machine. Port 0 is any free one.
    ///
    /// # Errors
    /// In a sentence: the address is not of this machine alone, or cannot be listened at.
    pub async fn listen(address: SocketAddr) -> Result<Self, String> {
        if !address.ip().is_loopback() {
            return Err(format!(
                "{address} is not a loopback address, such as 127.0.0.1:9464: other machines could read there."
            ));
        }
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| {
            format!("Nothing can be read at {address}: {error}. Name another port.")
        })?;
        let address = listener.local_addr().unwrap_or(address);
        Ok(Self { listener, address })
    }

    /// Answers whoever asks. It does not end; dropping the future stops it.
    pub async fn serve(self, text: EndpointText) {
        let places = Arc::new(Semaphore::new(MOST_READERS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let Ok((stream, _)) = self.listener.accept().await else {
                tokio::time::sleep(AFTER_A_FAULT).await;
                continue;
            };
            let text = text.clone();
            tokio::spawn(async move {
                let _place = place;
                let answer = service_fn(move |request| {
                    let response = response(&request, &text);
                    async move { Ok::<_, Infallible>(response) }
                });
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(REQUEST_WITHIN)
                    .keep_alive(false)
                    .serve_connection(TokioIo::new(stream), answer);
                // Whoever reads nothing of the answer keeps no place.
                let _ended = tokio::time::timeout(2 * REQUEST_WITHIN, connection).await;
            });
        }
    }
}

fn response(request: &Request<Incoming>, text: &EndpointText) -> Response<Full<Bytes>> {
    let (status, media_type, body) = if !is_of_this_machine(request) {
        // A page of the web may have given its own name the address of this machine.
        (StatusCode::FORBIDDEN, PLAIN, "ask 127.0.0.1 or localhost\n".to_owned())
    } else if request.uri().path() != text.path {
        (StatusCode::NOT_FOUND, PLAIN, format!("it is at {}\n", text.path))
    } else if request.method() != Method::GET {
        (StatusCode::METHOD_NOT_ALLOWED, PLAIN, "it is read by GET\n".to_owned())
    } else {
        (StatusCode::OK, text.media_type, (text.text)())
    };
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

fn is_of_this_machine(request: &Request<Incoming>) -> bool {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let authority = host.and_then(|host| host.parse::<Authority>().ok());
    authority.is_some_and(|authority| {
        let name = authority.host();
        let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip| ip.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    /// What the endpoint answers to this request.
    fn asked(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in text");
        answer
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_text_is_read_on_this_machine_alone_and_by_its_own_names() {
        for far in ["0.0.0.0:0", "192.0.2.1:80", "[::]:0"] {
            let refused = TextEndpoint::listen(far.parse().expect("an address")).await;
            let why = refused.err().expect("it is of others too");
            assert!(why.contains("not a loopback address"), "{why}");
        }
        let here = "127.0.0.1:0".parse().expect("an address");
        let endpoint = TextEndpoint::listen(here).await.expect("a free port");
        let address = endpoint.address;
        let taken = TextEndpoint::listen(address).await.err().expect("it is taken");
        assert!(taken.contains("Name another port"), "{taken}");
        let text = EndpointText {
            path: "/metrics",
            media_type: "text/x",
            text: Arc::new(|| "all of it".to_owned()),
        };
        let serving = tokio::spawn(endpoint.serve(text));
        let post = "POST /metrics HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n";
        for (request, status, holds) in [
            (&*format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\n\r\n"), "200", "all of it"),
            ("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n", "200", "text/x"),
            ("GET /metrics HTTP/1.1\r\nhost: [::1]:80\r\n\r\n", "200", "all of it"),
            ("GET /metrics HTTP/1.1\r\nhost: evil.example\r\n\r\n", "403", "127.0.0.1"),
            ("GET /metrics HTTP/1.0\r\n\r\n", "403", "127.0.0.1"),
            ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", "404", "/metrics"),
            (post, "405", "GET"),
        ] {
            let answer = asked(address, request);
            let first = answer.lines().next().unwrap_or_default();
            assert!(first.contains(status) && answer.contains(holds), "{request}: {answer}");
        }
        let idle: Vec<TcpStream> = (0..MOST_READERS - 1)
            .map(|_| TcpStream::connect(address).expect("it listens"))
            .collect();
        let answer = asked(address, "GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n");
        assert!(answer.contains("200"), "who says nothing is in nobody's way");
        drop(idle);
        serving.abort();
    }
}
