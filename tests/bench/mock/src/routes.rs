//! Routes requests to answers.

use crate::http::Request;
use crate::knobs::Knobs;
use crate::playback::{Stream, words};
use crate::server::{Server, State};
use crate::truth::{Record, report};

const TEXT: &str = "text/plain";
const JSON: &str = "application/json";
const LIMITED: &str = "retry-after: 1\r\nx-ratelimit-remaining-requests: 0\r\n";

impl Server {
    pub fn route(&mut self, fd: i32, request: &Request, read_at: u64) {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let mut knobs = self.base.clone();
        let mut path = path.to_string();
        if let Some(rest) = path.strip_prefix("/k/") {
            let (text, rest) = rest.split_once('/').unwrap_or((rest, ""));
            knobs.apply(text);
            path = format!("/{rest}");
        }
        knobs.apply(query);
        if path.ends_with("/chat/completions") {
            return self.complete(fd, knobs, &request.body, read_at);
        }
        match (request.method.as_str(), path.as_str()) {
            ("GET", "/truth") => {
                let active = self.conns.values().filter(|conn| conn.stream.is_some()).count();
                let truth = report(&self.records, active, self.conns.len(), self.total_conns);
                self.reply(fd, "200 OK", JSON, "", &truth);
            }
            ("POST", "/reset") => {
                self.records.clear();
                self.seq = 0;
                self.total_conns = 0;
                self.reply(fd, "200 OK", TEXT, "", "ok");
            }
            ("POST", "/config") => {
                self.base = Knobs::default();
                self.base.apply(&String::from_utf8_lossy(&request.body));
                let text = format!("{:?}\n", self.base);
                self.reply(fd, "200 OK", TEXT, "", &text);
            }
            ("GET", "/config") => {
                let text = format!("{:?}\n", self.base);
                self.reply(fd, "200 OK", TEXT, "", &text);
            }
            (_, "/health") => self.reply(fd, "200 OK", TEXT, "", "ok"),
            (_, "/v1/models") => {
                let models = r#"{"object":"list","data":[{"id":"mock","object":"model","created":1700000000,"owned_by":"mock"}]}"#;
                self.reply(fd, "200 OK", JSON, "", models);
            }
            (_, "/quit") => {
                self.quit = true;
                self.reply(fd, "200 OK", TEXT, "", "bye");
            }
            _ => self.reply(fd, "404 Not Found", JSON, "", r#"{"error":{"message":"not found"}}"#),
        }
    }

    fn complete(&mut self, fd: i32, mut knobs: Knobs, body: &[u8], read_at: u64) {
        let asked: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
        let model = asked["model"].as_str().unwrap_or("mock").to_string();
        if let Some(text) = model.strip_prefix("mock") {
            knobs.apply(text);
        }
        if knobs.honor == 1 {
            let limit =
                asked["max_completion_tokens"].as_u64().or_else(|| asked["max_tokens"].as_u64());
            knobs.n = limit.map_or(knobs.n, |limit| limit.max(1));
        }
        self.seq += 1;
        let seq = self.seq;
        let Some(conn) = self.conns.get_mut(&fd) else { return };
        let record = Record { seq, lane: knobs.lane, conn: conn.id, ..Record::default() };
        let fails = knobs.fail != "none" && seq.is_multiple_of(knobs.every);
        if fails && (knobs.fail == "429" || knobs.fail == "500") {
            self.records.push(Record { outcome: knobs.fail.clone(), ..record });
            let (status, extra, error) = if knobs.fail == "429" {
                (
                    "429 Too Many Requests",
                    LIMITED,
                    r#"{"error":{"message":"Rate limit reached","type":"requests","param":null,"code":"rate_limit_exceeded"}}"#,
                )
            } else {
                (
                    "500 Internal Server Error",
                    "",
                    r#"{"error":{"message":"boom","type":"server_error","param":null,"code":500}}"#,
                )
            };
            return self.reply(fd, status, JSON, extra, error);
        }
        if !asked["stream"].as_bool().unwrap_or(false) {
            self.records.push(Record { outcome: "nonstream".into(), ..record });
            let answer = serde_json::json!({
                "id": format!("chatcmpl-{seq}"), "object": "chat.completion", "created": 1_700_000_000,
                "model": model,
                "choices": [{ "index": 0, "finish_reason": "stop",
                    "message": { "role": "assistant", "content": words(0, knobs.n) } }],
                "usage": { "prompt_tokens": 16, "completion_tokens": knobs.n, "total_tokens": knobs.n + 16 },
            });
            return self.reply(fd, "200 OK", JSON, "", &answer.to_string());
        }
        let asks_usage = asked["stream_options"]["include_usage"].as_bool().unwrap_or(false);
        self.generation += 1;
        conn.generation = self.generation;
        conn.state = State::Streaming;
        conn.stream = Some(Stream::new(knobs, model, fails, asks_usage, record, read_at));
        self.step(fd);
    }
}
