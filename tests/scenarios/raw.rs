//! A server that sends exactly the bytes that a test gives, when it gives them.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Long enough for two writes to be two reads on any machine that is not overloaded.
pub(crate) const APART: Duration = Duration::from_millis(30);

/// Serves `answer` on loopback until the tests end, and returns the address. `answer` receives each complete request
/// as text, and the socket to answer on; when it returns, the connection is closed.
pub(crate) fn serve(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("it listens");
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            thread::spawn(move || {
                let mut socket = socket;
                socket.set_nodelay(true).expect("each write is sent at once");
                // A connection that was made but not used has nothing to answer.
                if let Some(request) = whole_request(&mut socket) {
                    answer(&request, &mut socket);
                }
            });
        }
    });
    format!("http://{address}/v1")
}

/// A server that answers every request with a stream of these pieces, `APART` apart.
pub(crate) fn streams(pieces: Vec<Vec<u8>>) -> String {
    serve(move |_, socket| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
        socket.write_all(head.as_bytes()).expect("the client reads");
        for piece in &pieces {
            thread::sleep(APART);
            socket.write_all(piece).expect("the client reads");
        }
    })
}

/// An event with this delta.
pub(crate) fn delta(delta: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{delta}}}]}}\n\n")
}

/// The end of a successful stream.
pub(crate) const END: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// The next request on a connection, as text; `None` once no more come.
pub(crate) fn whole_request(socket: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4_096];
    loop {
        let length = socket.read(&mut buffer).ok().filter(|length| *length > 0)?;
        bytes.extend(buffer.iter().take(length));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
    }
}
