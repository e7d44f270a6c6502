//! The raw log of one stream: its events and their arrival times.

use serde::{Deserialize, Serialize};

/// The kind of a log entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Reasoning text.
    Reasoning,
    /// Text of the answer.
    Answer,
    /// The name of a tool, with which a call begins.
    ToolName,
    /// The arguments of the tool call that began last, or any text of a call if calls cannot be told apart.
    Tool,
    /// The whole answer so far, which replaces the earlier text (diffusion models).
    Rewrite,
    /// An event without visible text: a role chunk or an empty delta.
    Empty,
    /// A comment or ping: keeps the connection alive and is never a token.
    Alive,
    /// Token counts.
    Usage,
    /// The reason why the model stopped.
    Finish,
    /// The terminal marker.
    Done,
    /// An error reported inside the stream.
    Fault,
    /// The provider created the stream that a second request reads.
    Created,
}

impl Kind {
    /// Whether the entry carries visible text, and therefore counts for TTFT and as a chunk.
    pub fn is_text(self) -> bool {
        self == Self::Reasoning || self.is_answer()
    }

    /// Whether the entry belongs to the answer phase.
    pub fn is_answer(self) -> bool {
        self.is_tool() || matches!(self, Self::Answer | Self::Rewrite)
    }

    /// Whether the entry carries text of a tool call.
    pub fn is_tool(self) -> bool {
        matches!(self, Self::ToolName | Self::Tool)
    }
}

/// One entry of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalEvent {
    /// When the network read that completed the event returned, in nanoseconds since the run's anchor. Events completed
    /// by one read share their timestamp.
    pub at_ns: u64,
    /// Index of the wire event, from 0. A delta with both reasoning and answer makes two entries of one event.
    pub event: u32,
    /// Kind of entry.
    pub kind: Kind,
    /// Bytes of UTF-8 text it added to its part of the [`Transcript`].
    pub text_bytes: u32,
    /// Bytes of the event as it crossed the wire, 0 for a second entry of the same event.
    pub wire_bytes: u32,
    /// The server's running count of output tokens, if it sends one with every chunk.
    #[serde(default, skip_serializing_if = "TokensSoFar::is_untold")]
    pub tokens_so_far: TokensSoFar,
}

/// The server's running count of output tokens, or none. It takes three bytes because a sweep holds an entry for each
/// of a million chunks, and an `Option<u32>` would grow an entry from 24 to 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<u32>", into = "Option<u32>")]
pub struct TokensSoFar([u8; 3]);

impl TokensSoFar {
    /// The server sent no count.
    pub const UNTOLD: Self = Self([u8::MAX; 3]);

    /// The count, if the server sent one.
    pub fn count(self) -> Option<u32> {
        let Self([low, middle, high]) = self;
        (self != Self::UNTOLD).then(|| u32::from_le_bytes([low, middle, high, 0]))
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    fn is_untold(&self) -> bool {
        *self == Self::UNTOLD
    }
}

impl Default for TokensSoFar {
    fn default() -> Self {
        Self::UNTOLD
    }
}

impl From<Option<u32>> for TokensSoFar {
    /// A count of 16,777,215 or more is treated as absent: no answer is that long.
    fn from(told: Option<u32>) -> Self {
        match told.map(u32::to_le_bytes) {
            Some([low, middle, high, 0]) => Self([low, middle, high]),
            _ => Self::UNTOLD,
        }
    }
}

impl From<TokensSoFar> for Option<u32> {
    fn from(so_far: TokensSoFar) -> Self {
        so_far.count()
    }
}

/// How the connection of a request was made. Times are in microseconds; absent means that the step did not happen. With
/// a proxy, DNS and TCP are those of the proxy and TLS is that of the provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ConnectionTiming {
    /// DNS lookup.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dns_us: Option<u32>,
    /// The TCP handshake.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tcp_us: Option<u32>,
    /// The smallest round trip that this machine's kernel saw on it by the end of the answer, from acknowledgements of
    /// what was sent: Linux's `tcpi_min_rtt`, of the last five minutes. Absent where the kernel does not tell it, or the
    /// server had closed the connection.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_rtt_us: Option<u32>,
    /// From the TCP connection to the proxy until its tunnel to the provider is open: TLS with the proxy, its
    /// handshake, and its own connection to the provider. Absent for a proxy that forwards whole requests, because it
    /// connects to the provider only with the first request.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxy_us: Option<u32>,
    /// The TLS handshake with the provider.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls_us: Option<u32>,
    /// Whether an earlier request of this lane had already used it.
    pub reused: bool,
    /// Whether it was made before the start gun.
    pub ahead: bool,
    /// Remote end of the TCP connection as `address:port`: the provider or, if there is one, the proxy.
    pub remote: String,
    /// The proxy it goes through, as `host:port`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The protocol spoken on it, for example `HTTP/1.1`.
    pub http_version: String,
}

impl ConnectionTiming {
    /// The round trip to the server in milliseconds: the kernel's, else the TCP handshake's, which includes what this
    /// machine took to notice it and every address that did not answer. `None` behind a proxy, which both lead to.
    pub fn round_trip_ms(&self) -> Option<f64> {
        let seen = self.kernel_rtt_us.or(self.tcp_us);
        seen.filter(|_| self.via.is_none()).map(|us| f64::from(us) / 1e3)
    }

    /// Total connection time in microseconds; `None` if the connection was reused.
    pub fn total_us(&self) -> Option<u32> {
        if self.reused {
            return None;
        }
        let parts = [self.dns_us, self.tcp_us, self.proxy_us, self.tls_us];
        parts
            .iter()
            .any(Option::is_some)
            .then(|| parts.iter().flatten().fold(0_u32, |sum, part| sum.saturating_add(*part)))
    }
}

/// The state of this machine during a request: how far it may have distorted the numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ClientLoad {
    /// Scheduling lag of a task in microseconds that was exceeded in at most 1 % of the time; of a short time the largest. A
    /// stream that is read late is stamped equally late.
    pub lag_us: u32,
    /// CPU time of this process ÷ CPU time of all cores, in percent; absent if the system does not report it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_pct: Option<u32>,
    /// Wall-clock time − monotonic time, in milliseconds. Far from 0 if the machine slept or its clock was set.
    pub clock_gap_ms: i32,
}

impl ClientLoad {
    /// Scheduling lag above which this machine was the bottleneck, in microseconds.
    const LAG_US: u32 = 5_000;
    /// CPU load above which this machine was the bottleneck, in percent.
    const BUSY_PCT: u32 = 80;
    /// A step between the two clocks of at least this many milliseconds is more than a drift correction.
    const CLOCK_GAP_MS: i32 = 1_000;

    /// Whether this machine's own delays may be part of the numbers.
    pub fn limits_numbers(self) -> bool {
        self.lag_us > Self::LAG_US || self.cpu_pct.is_some_and(|busy| busy > Self::BUSY_PCT)
    }

    /// Whether the machine slept or its clock was set.
    pub fn has_clock_gap(self) -> bool {
        self.clock_gap_ms.abs() >= Self::CLOCK_GAP_MS
    }
}

/// The raw log of one request. Timestamps are in nanoseconds since the run's anchor, on one monotonic clock.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeline {
    /// When the request was due: the start gun.
    pub plan_ns: u64,
    /// Just before the request was written to an open connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_ns: Option<u64>,
    /// When the last byte of the request (headers and body) had been passed to the operating system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_ns: Option<u64>,
    /// When the first byte of the response headers arrived. Bytes of TLS itself do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_byte_ns: Option<u64>,
    /// When the response's headers had arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headers_ns: Option<u64>,
    /// When the body ended or broke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub close_ns: Option<u64>,
    /// The connection used; absent if none could be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<ConnectionTiming>,
    /// The state of this machine during the request; absent if it was not monitored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strain: Option<ClientLoad>,
    /// What arrived, in order.
    pub marks: Vec<ArrivalEvent>,
}

impl Timeline {
    /// An empty log that begins at the start gun.
    pub fn starting_at(plan_ns: u64) -> Self {
        Self { plan_ns, ..Self::default() }
    }

    /// A copy without its entries.
    #[must_use]
    pub fn head(&self) -> Self {
        Self {
            plan_ns: self.plan_ns,
            send_ns: self.send_ns,
            written_ns: self.written_ns,
            first_byte_ns: self.first_byte_ns,
            headers_ns: self.headers_ns,
            close_ns: self.close_ns,
            connection: self.connection.clone(),
            strain: self.strain,
            marks: Vec::new(),
        }
    }

    /// Arrival of the first event of the stream, in nanoseconds since the anchor. A role chunk counts, a comment does
    /// not.
    pub fn first_event_ns(&self) -> Option<u64> {
        let is_event = |mark: &&ArrivalEvent| !matches!(mark.kind, Kind::Alive | Kind::Created);
        self.marks.iter().find(is_event).map(|mark| mark.at_ns)
    }

    /// Appends an entry. Nothing else happens while a stream runs.
    pub fn push(&mut self, mark: ArrivalEvent) {
        self.marks.push(mark);
    }

    /// The entries with visible text.
    pub fn text(&self) -> impl DoubleEndedIterator<Item = &ArrivalEvent> + Clone {
        self.marks.iter().filter(|mark| mark.kind.is_text())
    }

    /// When the first visible text arrived, in nanoseconds since the anchor.
    pub fn first_any_ns(&self) -> Option<u64> {
        self.text().next().map(|mark| mark.at_ns)
    }

    /// When the first text of the answer arrived, in nanoseconds since the anchor.
    pub fn first_answer_ns(&self) -> Option<u64> {
        self.text().find(|mark| mark.kind.is_answer()).map(|mark| mark.at_ns)
    }

    /// When the last visible text arrived, in nanoseconds since the anchor.
    pub fn last_any_ns(&self) -> Option<u64> {
        self.text().next_back().map(|mark| mark.at_ns)
    }

    /// When an entry of this kind first arrived, in nanoseconds since the anchor.
    pub fn first_of(&self, kind: Kind) -> Option<u64> {
        self.marks.iter().find(|mark| mark.kind == kind).map(|mark| mark.at_ns)
    }
}

/// The texts of a stream, by part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    /// The reasoning, if it was shown.
    pub reasoning: String,
    /// The answer.
    pub answer: String,
    /// Names and arguments of tool calls, in order of arrival.
    pub tool: String,
}

impl Transcript {
    /// Appends the text of an entry of this kind; other kinds have no text.
    pub fn push(&mut self, kind: Kind, text: &str) {
        if kind == Kind::Rewrite {
            self.answer.clear();
        }
        if let Some(part) = self.part_mut(kind) {
            part.push_str(text);
        }
    }

    /// The part that entries of this kind append to.
    pub fn part_mut(&mut self, kind: Kind) -> Option<&mut String> {
        match kind {
            Kind::Reasoning => Some(&mut self.reasoning),
            Kind::Answer | Kind::Rewrite => Some(&mut self.answer),
            Kind::ToolName | Kind::Tool => Some(&mut self.tool),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ArrivalEvent, Kind, TokensSoFar};

    #[test]
    fn a_mark_takes_three_words_of_memory() {
        assert_eq!(size_of::<ArrivalEvent>(), 24, "512 streams of 1,000 tokens are held in 12 MB");
    }

    #[test]
    fn a_count_so_far_is_told_as_it_came_and_silence_is_not_zero() {
        for told in [None, Some(0), Some(1), Some(256), Some(70_000), Some(16_777_214)] {
            assert_eq!(TokensSoFar::from(told).count(), told, "{told:?} survives its three bytes");
        }
        for told in [16_777_215, u32::MAX] {
            let kept = TokensSoFar::from(Some(told));
            assert_eq!(kept, TokensSoFar::UNTOLD, "{told} is no count of an answer's tokens");
        }
    }

    #[test]
    fn a_mark_is_written_with_a_plain_count_or_with_none() {
        let mut mark = ArrivalEvent {
            at_ns: 7,
            event: 1,
            kind: Kind::Answer,
            text_bytes: 3,
            wire_bytes: 40,
            tokens_so_far: Some(12).into(),
        };
        let told = serde_json::to_value(mark).unwrap();
        assert_eq!(told["tokens_so_far"], 12, "an export says the number and not its bytes");
        assert_eq!(
            serde_json::from_value::<ArrivalEvent>(told).unwrap(),
            mark,
            "and reads it back"
        );
        mark.tokens_so_far = TokensSoFar::UNTOLD;
        let untold = serde_json::to_value(mark).unwrap();
        assert_eq!(untold.get("tokens_so_far"), None, "what nobody said is absent");
        assert_eq!(serde_json::from_value::<ArrivalEvent>(untold).unwrap(), mark, "and stays so");
    }
}
