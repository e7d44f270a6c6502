//! One answer, event by event.

use std::cmp::Reverse;
use std::io::Write as _;

use crate::knobs::Knobs;
use crate::server::{Server, State};
use crate::truth::{Record, now_ns};

const WORDS: [&str; 32] = [
    " the", " of", " and", " to", " in", " is", " that", " for", " it", " as", " was", " with",
    " be", " by", " on", " not", " he", " his", " but", " at", " are", " this", " have", " from",
    " or", " had", " an", " they", " which", " one", " you", " all",
];

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\
    cache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n";
const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// `count` words, starting with the `from`-th.
pub fn words(from: u64, count: u64) -> String {
    (from..from + count).map(|i| WORDS[(i % 32) as usize]).collect()
}

pub struct Stream {
    knobs: Knobs,
    started_ns: u64,
    id: u64,
    model: String,
    /// 0 headers, 1 role, then the reasoning's chunks, the content's chunks, and the end.
    step: u64,
    reasoning_chunks: u64,
    content_chunks: u64,
    fails: bool,
    tells_usage: bool,
    pub record: Record,
}

/// The kind of an event, for the record of its instant.
enum Event {
    Headers,
    Role,
    Reasoning,
    Content(u64),
    End,
}

impl Stream {
    pub fn new(
        knobs: Knobs,
        model: String,
        fails: bool,
        asks_usage: bool,
        record: Record,
        started_ns: u64,
    ) -> Self {
        let tells_usage = match knobs.usage {
            0 => false,
            1 => true,
            _ => asks_usage,
        };
        Stream {
            started_ns,
            id: record.seq,
            model,
            step: 0,
            reasoning_chunks: knobs.rsn.div_ceil(knobs.tpc),
            content_chunks: knobs.n.div_ceil(knobs.tpc),
            fails,
            tells_usage,
            record,
            knobs,
        }
    }

    pub fn elapsed_us(&self) -> f64 {
        (now_ns() - self.started_ns) as f64 / 1e3
    }

    fn steps(&self) -> u64 {
        2 + self.reasoning_chunks + self.content_chunks
    }

    fn due_ns(&self) -> u64 {
        let k = &self.knobs;
        let content = k.ttft + k.rsn * k.gap;
        let per_chunk = k.gap * k.tpc;
        let after = 2 + self.reasoning_chunks;
        let us = match self.step {
            0 => k.hdr,
            1 if k.roleat == 0 => k.ttft,
            1 => k.roleat,
            step if step < after => k.ttft + (step - 2) * per_chunk,
            step if step < self.steps() => content + (step - after) * per_chunk,
            _ => content + (self.content_chunks - 1) * per_chunk + k.tail,
        };
        self.started_ns + us * 1000
    }

    fn event(&self, out: &mut Vec<u8>, choices: &str) {
        let Stream { id, model, .. } = self;
        let data = format!(
            "data: {{\"id\":\"chatcmpl-{id}\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\
             \"model\":\"{model}\",\"choices\":{choices}}}\n\n"
        );
        chunk(out, &data);
    }

    fn delta(&self, out: &mut Vec<u8>, delta: &str) {
        let rest = "\"logprobs\":null,\"finish_reason\":null";
        self.event(out, &format!("[{{\"index\":0,\"delta\":{delta},{rest}}}]"));
    }

    /// Puts the current step's event into `out`.
    fn write(&self, out: &mut Vec<u8>) -> Event {
        let k = &self.knobs;
        let after = 2 + self.reasoning_chunks;
        match self.step {
            0 => {
                out.extend_from_slice(HEAD);
                Event::Headers
            }
            1 => {
                self.delta(out, "{\"role\":\"assistant\",\"content\":\"\"}");
                Event::Role
            }
            step if step < after => {
                let from = (step - 2) * k.tpc;
                let text = words(from, k.tpc.min(k.rsn - from));
                self.delta(out, &format!("{{\"reasoning_content\":\"{text}\"}}"));
                Event::Reasoning
            }
            step if step < self.steps() => {
                let from = (step - after) * k.tpc;
                let count = k.tpc.min(k.n - from);
                self.delta(out, &format!("{{\"content\":\"{}\"}}", words(from, count)));
                Event::Content(count)
            }
            _ => {
                self.event(
                    out,
                    "[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"length\"}]",
                );
                if self.tells_usage {
                    let (all, thought) = (k.n + k.rsn, k.rsn);
                    self.event(
                        out,
                        &format!(
                            "[],\"usage\":{{\"prompt_tokens\":16,\"completion_tokens\":{all},\"total_tokens\":{},\
                             \"completion_tokens_details\":{{\"reasoning_tokens\":{thought}}}}}",
                            all + 16
                        ),
                    );
                }
                if !(self.fails && k.fail == "nodone") {
                    chunk(out, "data: [DONE]\n\n");
                }
                out.extend_from_slice(LAST_CHUNK);
                Event::End
            }
        }
    }

    fn note(&mut self, event: &Event, at_us: f64) {
        let record = &mut self.record;
        match event {
            Event::Role => record.role_us = at_us,
            Event::Reasoning if record.rsn_us == 0.0 => record.rsn_us = at_us,
            Event::Content(tokens) => {
                if record.first_us == 0.0 {
                    record.first_us = at_us;
                }
                record.last_us = at_us;
                record.tokens += tokens;
                record.chunks += 1;
            }
            Event::Headers | Event::Reasoning | Event::End => {}
        }
    }

    /// The failure at the current step, if any.
    fn failure(&self) -> Option<String> {
        let half = 2 + (self.reasoning_chunks + self.content_chunks) / 2;
        let now = self.step == half || (self.step == 1 && self.knobs.fail == "stall0");
        (self.fails && now).then(|| self.knobs.fail.clone())
    }
}

fn chunk(out: &mut Vec<u8>, payload: &str) {
    let _ = write!(out, "{:x}\r\n{payload}\r\n", payload.len());
}

impl Server {
    /// Takes the steps of a stream that are due, and schedules the next one.
    pub fn step(&mut self, fd: i32) {
        loop {
            let Some(conn) = self.conns.get_mut(&fd) else { return };
            if !conn.out.is_empty() {
                return; // Blocked: continues when the socket has accepted the waiting bytes.
            }
            let Some(stream) = conn.stream.as_mut() else { return };
            let (due, now) = (stream.due_ns(), now_ns());
            if now < due {
                self.deadlines.push(Reverse((due, conn.generation, fd)));
                return;
            }
            if stream.step >= 1 {
                let late = (now - due) as f64 / 1e3;
                stream.record.late_max_us = stream.record.late_max_us.max(late);
                stream.record.late_sum_us += late;
            }
            match stream.failure().as_deref() {
                Some(stall @ ("stall" | "stall0")) => {
                    // Without a deadline it stops until the client goes away.
                    stream.record.outcome = stall.to_string();
                    return;
                }
                Some("drop") => return self.close(fd, "drop", false),
                Some("rst") => return self.close(fd, "rst", true),
                Some("err") => {
                    let error = "{\"error\":{\"message\":\"mock: engine died mid-stream\",\"type\":\"server_error\",\"param\":null,\"code\":500}}";
                    chunk(&mut conn.out, &format!("data: {error}\n\n"));
                    conn.out.extend_from_slice(LAST_CHUNK);
                    stream.record.outcome = "err".into();
                    return self.finish(fd);
                }
                _ => {}
            }
            if stream.step == 1 && stream.knobs.role == 0 {
                stream.step += 1;
                continue;
            }
            let event = stream.write(&mut conn.out);
            stream.step += 1;
            // Taken just before the write: a client can only see a later time.
            let at_us = stream.elapsed_us();
            stream.note(&event, at_us);
            if matches!(event, Event::End) {
                stream.record.outcome = "ok".into();
                return self.finish(fd);
            }
            if self.flush(fd) != Some(true) {
                return;
            }
        }
    }

    fn finish(&mut self, fd: i32) {
        let Some(conn) = self.conns.get_mut(&fd) else { return };
        conn.state = State::Reading;
        if let Some(mut stream) = conn.stream.take() {
            stream.record.done_us = stream.elapsed_us();
            self.records.push(stream.record);
        }
        if self.flush(fd).is_some() {
            self.answer_what_is_whole(fd);
        }
    }
}
