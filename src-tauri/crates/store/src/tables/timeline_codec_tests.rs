use measure::{ArrivalEvent, ClientLoad, ConnectionTiming, Kind, Timeline, TokensSoFar};

use super::{KINDS, LogError, after, code, decode, encode, step};

/// Marsaglia's xorshift: numbers that look random and are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number of a random magnitude, so that short and long varints are equally common.
    fn any(&mut self) -> u64 {
        let shift = self.next() % 64;
        self.next() >> shift
    }

    fn narrow(&mut self) -> u32 {
        u32::try_from(self.any() & u64::from(u32::MAX)).unwrap()
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.next().is_multiple_of(2)).then(|| value(self))
    }

    fn timeline(&mut self) -> Timeline {
        let marks = (0..self.next() % 200)
            .map(|_| ArrivalEvent {
                at_ns: self.any(),
                event: self.narrow(),
                kind: KINDS[usize::try_from(self.next() % 10).unwrap()],
                text_bytes: self.narrow(),
                wire_bytes: self.narrow(),
                tokens_so_far: self.maybe(Self::narrow).into(),
            })
            .collect();
        Timeline {
            plan_ns: self.any(),
            send_ns: self.maybe(Self::any),
            written_ns: self.maybe(Self::any),
            first_byte_ns: self.maybe(Self::any),
            headers_ns: self.maybe(Self::any),
            close_ns: self.maybe(Self::any),
            connection: self.maybe(|numbers| ConnectionTiming {
                dns_us: numbers.maybe(Self::narrow),
                tcp_us: numbers.maybe(Self::narrow),
                kernel_rtt_us: numbers.maybe(Self::narrow),
                proxy_us: numbers.maybe(Self::narrow),
                tls_us: numbers.maybe(Self::narrow),
                reused: numbers.next().is_multiple_of(2),
                ahead: numbers.next().is_multiple_of(2),
                remote: "[2001:db8::1]:443 \u{1f3c1}".to_owned(),
                via: numbers.maybe(|_| "proxy.example.com:3128".to_owned()),
                http_version: "HTTP/1.1".to_owned(),
            }),
            strain: self.maybe(|numbers| ClientLoad {
                lag_us: numbers.narrow(),
                cpu_pct: numbers.maybe(Self::narrow),
                clock_gap_ms: numbers.narrow().cast_signed(),
            }),
            marks,
        }
    }
}

/// A token every 10 ms with 170 bytes on the wire, as a fast provider sends them.
fn stream(tokens: u32) -> Timeline {
    let mut timeline = Timeline::starting_at(1_000_000_000);
    timeline.send_ns = Some(1_000_150_000);
    for event in 0..tokens {
        timeline.push(ArrivalEvent {
            at_ns: 1_400_000_000 + u64::from(event) * 10_000_123,
            event,
            kind: Kind::Answer,
            text_bytes: 5,
            wire_bytes: 170,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }
    timeline
}

#[test]
fn every_timeline_comes_back_exactly() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for round in 0..2_000 {
        let timeline = numbers.timeline();
        let back = decode(&encode(&timeline).unwrap());
        assert_eq!(back.as_ref(), Ok(&timeline), "timeline {round} came back changed");
    }
}

#[test]
fn a_connection_from_before_there_were_proxies_is_a_direct_one() {
    let kept =
        r#"{"tcp_us":900,"reused":false,"ahead":true,"remote":"a:443","http_version":"HTTP/1.1"}"#;
    let connection: ConnectionTiming = serde_json::from_str(kept).expect("an old log is read");
    assert_eq!((connection.via, connection.proxy_us), (None, None), "there was no proxy");
}

#[test]
fn a_log_of_the_first_layout_is_read_as_one_without_what_came_later() {
    let timeline = stream(3);
    let mut bytes = encode(&timeline).unwrap();
    assert_eq!(bytes[0], 2, "today's layout is the second");
    bytes[0] = 1;
    assert_eq!(decode(&bytes), Ok(timeline), "which only adds to the first");
}

#[test]
fn the_ends_of_every_range_come_back_exactly() {
    let ends = [0, 1, 63, 64, 127, 128, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX - 1, u64::MAX];
    for from in ends {
        for to in ends {
            assert_eq!(after(from, step(from, to)), to, "a step from {from} to {to} is exact");
        }
    }
    let mark = |at_ns, number| ArrivalEvent {
        at_ns,
        event: number,
        kind: Kind::Fault,
        text_bytes: number,
        wire_bytes: number,
        tokens_so_far: Some(number).into(),
    };
    let timeline = Timeline {
        plan_ns: u64::MAX,
        send_ns: Some(0),
        written_ns: Some(u64::MAX),
        first_byte_ns: Some(0),
        headers_ns: Some(u64::MAX),
        close_ns: Some(u64::MAX / 2 + 1),
        connection: Some(ConnectionTiming::default()),
        strain: Some(ClientLoad { lag_us: u32::MAX, cpu_pct: None, clock_gap_ms: i32::MIN }),
        marks: vec![mark(0, u32::MAX), mark(u64::MAX, 0), mark(1, u32::MAX)],
    };
    assert_eq!(decode(&encode(&timeline).unwrap()), Ok(timeline), "no value is too large");
}

#[test]
fn each_kind_has_the_code_of_its_place() {
    for (place, kind) in KINDS.into_iter().enumerate() {
        assert_eq!(usize::from(code(kind)), place, "{kind:?} would be read as another kind");
    }
}

#[test]
fn a_token_takes_a_dozen_bytes_at_most() {
    let bytes = encode(&stream(2_000)).unwrap().len();
    assert!(bytes <= 2_000 * 12, "2,000 tokens took {bytes} bytes: a raw log must stay small");
}

#[test]
fn a_log_cut_anywhere_is_refused() {
    let whole = encode(&stream(20)).unwrap();
    for length in 0..whole.len() {
        assert_eq!(
            decode(&whole[..length]),
            Err(LogError::TooShort),
            "a log cut at byte {length} must not pass for a shorter one"
        );
    }
}

#[test]
fn a_log_with_something_after_it_is_refused() {
    let mut bytes = encode(&stream(3)).unwrap();
    bytes.push(0);
    assert_eq!(decode(&bytes), Err(LogError::TooLong), "what follows a log was never written");
}

#[test]
fn a_log_of_another_layout_is_refused() {
    let mut bytes = encode(&stream(3)).unwrap();
    bytes[0] = 3;
    assert_eq!(decode(&bytes), Err(LogError::Layout(3)), "another layout means other numbers");
}

#[test]
fn random_bytes_never_panic() {
    let mut numbers = Numbers(7);
    for _ in 0..5_000 {
        let length = numbers.next() % 64;
        let mut bytes = vec![2];
        bytes.extend((0..length).map(|_| u8::try_from(numbers.next() & 0xff).unwrap()));
        if let Ok(timeline) = decode(&bytes) {
            assert!(
                timeline.marks.len() < bytes.len(),
                "{} bytes cannot hold {} entries",
                bytes.len(),
                timeline.marks.len()
            );
        }
    }
}
