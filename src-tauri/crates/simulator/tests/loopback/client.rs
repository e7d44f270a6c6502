//! A client that reads the simulator over a socket.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use simulator::{Simulator, Truth};

/// A client that speaks just enough HTTP to read whole answers.
pub(crate) struct Client {
    pub(crate) socket: TcpStream,
    unread: Vec<u8>,
}

/// One whole answer.
pub(crate) struct Answer {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Client {
    pub(crate) fn of(simulator: &Simulator) -> Self {
        let address = simulator.base_url().trim_start_matches("http://").trim_end_matches("/v1");
        let socket = TcpStream::connect(address).expect("the simulator listens");
        socket.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
        Self { socket, unread: Vec::new() }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.socket.write_all(text.as_bytes()).expect("the simulator reads");
    }

    /// Requests a stream of `model`.
    pub(crate) fn ask(&mut self, model: &str) {
        self.send(&asking(model));
    }

    /// Reads until `unread` contains a whole answer; fails when the socket does.
    pub(crate) fn answer(&mut self) -> std::io::Result<Answer> {
        let mut buffer = [0; 8_192];
        loop {
            if let Some(answer) = self.take_answer() {
                return Ok(answer);
            }
            match self.socket.read(&mut buffer)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                length => self.unread.extend(buffer.iter().take(length)),
            }
        }
    }

    pub(crate) fn take_answer(&mut self) -> Option<Answer> {
        let text = String::from_utf8_lossy(&self.unread).into_owned();
        let (head, rest) = text.split_once("\r\n\r\n")?;
        let (raw, length) = if head.contains("transfer-encoding: chunked") {
            let end = rest.find("0\r\n\r\n").map(|start| start + 5)?;
            (rest.get(..end)?, end)
        } else {
            let (_, length) = head.split_once("content-length: ")?;
            let length = length.lines().next()?.parse().ok()?;
            (rest.get(..length)?, length)
        };
        let answer = Answer { head: head.to_owned(), body: raw.to_owned() };
        self.unread.drain(..head.len() + 4 + length);
        Some(answer)
    }

    /// Requests a stream of `model` and reads it to its end.
    pub(crate) fn complete(&mut self, model: &str) -> Answer {
        self.ask(model);
        self.answer().expect("a whole answer")
    }
}

impl Answer {
    pub(crate) fn status(&self) -> u16 {
        let status = self.head.split(' ').nth(1).expect("a status line");
        status.parse().expect("a number")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a JSON body")
    }
}

pub(crate) fn asking(model: &str) -> String {
    let body = json!({
        "model": model,
        "stream": true,
        "messages": [{ "role": "user", "content": "Why do rivers bend?" }],
    });
    posting(&body.to_string())
}

pub(crate) fn posting(body: &str) -> String {
    let length = body.len();
    format!(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n\
         Authorization: Bearer sk-marker-0123456789-abcdef\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

pub(crate) fn started() -> Simulator {
    Simulator::start(None).expect("a free port")
}

/// The truths, once there are this many.
pub(crate) fn truths(simulator: &Simulator, count: usize) -> Vec<Truth> {
    for _ in 0..500 {
        let truths = simulator.truth();
        if truths.len() >= count {
            return truths;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{count} requests have ended, but there are {} truths", simulator.truth().len());
}
