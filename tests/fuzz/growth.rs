//! Readers of text from outside, given texts of N, 2 N and 4 N bytes from generated grammars: none takes more time than in
//! proportion.

use std::fmt::Write as _;

use measure::{Counts, Recording, Speed};
use providers::{Dialect, SafeText, checked_base_url, read_recorded, recognise};
use secrecy::SecretString;
use store::History;

use super::mutate::{Dice, word};
use super::{number, say, streams, worked_ns};

/// Grammars that are tried, unless `FUZZ_SECONDS` asks for a long run.
const GRAMMARS: u64 = 24;
/// Grammars of a long run.
const MANY: u64 = 400;
/// Bytes of the shortest text, in the tests and in a long run.
pub(super) const SHORTEST: usize = 8 * 1024;
const LONGER: usize = 64 * 1024;
/// Four times as many bytes take no longer than this many times: in proportion with a margin for caches, where a loop within
/// a loop takes sixteen times.
const MOST: i64 = 8;
/// What takes less than this is too short to be compared.
const MEASURABLE_NS: i64 = 4_000_000;
/// Bytes of one network read.
const READ: usize = 16 * 1024;

/// Units that are known to be tedious to some reader.
pub(super) const TEDIOUS: [&str; 24] = [
    " ",
    "\n",
    "a",
    "哈",
    "e\u{301}",
    "sk- ",
    "\\u0073",
    "%2573",
    "&amp;#115;",
    "<think>",
    "</think>",
    "```\n",
    "[",
    "{\"a\":",
    "\"",
    "a\u{200b}",
    "Marker7",
    "a OR ",
    "-\"a b\" ",
    "\u{202e}=",
    "\u{fdfa}",
    "&#0000",
    "<!-- a",
    "\u{1b}]\\\\e",
];

/// Repeats a unit of some pieces between a beginning and an end of others.
struct Grammar {
    begin: String,
    unit: String,
    end: String,
}

impl Grammar {
    fn of(seed: u64) -> Self {
        let mut dice = Dice::of(seed);
        let mut some = |most: usize| {
            let mut text = String::new();
            for _ in 0..dice.below(most) {
                if dice.below(2) == 0 {
                    text.push_str(TEDIOUS.get(dice.below(TEDIOUS.len())).copied().unwrap_or("a"));
                } else {
                    text.push_str(&String::from_utf8_lossy(word(&mut dice)));
                }
            }
            text
        };
        let (begin, unit, end) = (some(3), some(5), some(3));
        let tedious = TEDIOUS.get(usize::try_from(seed).unwrap_or(usize::MAX));
        let unit = tedious.map_or(unit, |tedious| (*tedious).to_owned());
        Self { begin, unit: if unit.is_empty() { " ".to_owned() } else { unit }, end }
    }

    /// A text of about so many bytes.
    fn text(&self, bytes: usize) -> String {
        format!("{}{}{}", self.begin, self.unit.repeat(bytes / self.unit.len()), self.end)
    }
}

pub(super) type Reader = Box<dyn Fn(&str)>;

pub(super) fn read(dialect: Dialect, body: &str) -> Recording {
    let reads: Vec<(u64, &[u8])> = body.as_bytes().chunks(READ).map(|read| (1, read)).collect();
    read_recorded(dialect, &reads).0
}

/// An answer in pieces of some characters, as events.
pub(super) fn events(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut body = String::new();
    for piece in characters.chunks(16) {
        let piece: String = piece.iter().collect();
        let event =
            serde_json::json!({ "choices": [{ "index": 0, "delta": { "content": piece } }] });
        let _always = write!(body, "data: {event}\n\n");
    }
    body
}

fn readers() -> Vec<(String, Reader)> {
    let history = History::in_memory().expect("a new history");
    let other = history.clone();
    let key = SecretString::from("Marker7Q-9xKd2wLpZ04vTtRb8Ys");
    let mut all: Vec<(String, Reader)> = vec![
        (
            "count".into(),
            Box::new(|text| {
                let _counted = cost::tokens::count(text);
            }),
        ),
        ("redaction".into(), Box::new(move |text| drop(SafeText::without(text, Some(&key))))),
        ("search".into(), Box::new(move |text| drop(history.find(text, None, 10)))),
        (
            "import".into(),
            Box::new(move |text| {
                let said = serde_json::Value::from(text);
                let document = format!(
                    "{{\"schema\":\"paceline.export/1\",\"about\":{said},\"runs\":[{text}]}}"
                );
                drop(report::import(&other, &document));
            }),
        ),
        ("address".into(), Box::new(|text| drop(checked_base_url(text)))),
        ("key".into(), Box::new(|text| drop(recognise(&SecretString::from(text))))),
        (
            "answer".into(),
            Box::new(|text| {
                let Recording { timeline, transcript, .. } =
                    read(Dialect::OpenaiChat, &events(text));
                let count = |text: &str| u64::from(cost::tokens::count(text));
                let _speed = Speed::of(&timeline, &transcript, &Counts::default(), &count);
            }),
        ),
    ];
    for dialect in Dialect::ALL {
        all.push((dialect.name().into(), Box::new(move |text| drop(read(dialect, text)))));
    }
    all
}

fn ms(ns: i64) -> f64 {
    measure::ms(ns.cast_unsigned())
}

fn read_in_ns(read: &Reader, text: &str, times: usize) -> i64 {
    let took = (0..times).map(|_| {
        let begun = worked_ns();
        read(text);
        worked_ns() - begun
    });
    took.min().unwrap_or_default()
}

/// How many times as long four times as much takes, if it can be measured.
///
/// # Panics
/// If it is more than in proportion.
pub(super) fn grown(
    name: &str,
    seed: &str,
    reader: &Reader,
    [one, two, four]: &[String; 3],
) -> Option<f64> {
    if read_in_ns(reader, four, 1) < MEASURABLE_NS {
        return None;
    }
    // Caches are shared with whatever else runs; what is in proportion shows it at some time.
    let mut ratios = (1..=5).map(|times| {
        let short = read_in_ns(reader, one, times).max(1);
        (read_in_ns(reader, four, times), short)
    });
    let slow = ratios.try_fold((0, 1), |_, (long, short)| {
        if long <= MOST * short { Err((long, short)) } else { Ok((long, short)) }
    });
    let (Ok((long, short)) | Err((long, short))) = slow;
    assert!(
        slow.is_err(),
        "{name}, {seed}: {} bytes take {short} ns, {} take {} ns and {} bytes {long} ns",
        one.len(),
        two.len(),
        read_in_ns(reader, two, 3),
        four.len()
    );
    Some(ms(long) / ms(short))
}

/// What was compared, and what grew most.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) count: usize,
    most: f64,
    by: String,
}

impl Compared {
    pub(super) fn add(&mut self, ratio: Option<f64>, by: impl FnOnce() -> String) {
        let Some(ratio) = ratio else { return };
        self.count += 1;
        if ratio > self.most {
            (self.most, self.by) = (ratio, by());
        }
    }

    fn say(&self, what: &str) {
        let Self { count, most, by } = self;
        say(&format!(
            "{what}: {count} compared; {most:.1} times for four times as much at most ({by})"
        ));
    }
}

#[test]
fn no_reader_takes_more_than_in_proportion_for_any_grammar() {
    let is_long = number("FUZZ_SECONDS").is_some();
    let (grammars, shortest) = if is_long { (MANY, LONGER) } else { (GRAMMARS, SHORTEST) };
    let seeds = number("FUZZ_SEED").map_or(0..grammars, |seed| seed..seed + 1);
    let (readers, mut compared) = (readers(), Compared::default());
    for seed in seeds {
        let grammar = Grammar::of(seed);
        let texts = [shortest, 2 * shortest, 4 * shortest].map(|bytes| grammar.text(bytes));
        for (name, reader) in &readers {
            let ratio = grown(name, &format!("FUZZ_SEED={seed}"), reader, &texts);
            compared.add(ratio, || format!("{name}, grammar {seed}"));
        }
    }
    if is_long {
        compared.say("growth");
    }
}

/// Blocks of letters and signs that are mixed: Latin with marks, Chinese, Greek and Cyrillic, Korean, and nearly all that there are.
/// And white space of many kinds.
const MIXED: [&[(usize, usize)]; 4] = [
    &[(0xa1, 0x250), (0x4e00, 0xa000)],
    &[(0x20, 0x7f), (0x370, 0x530), (0xac00, 0xd7a4)],
    &[(0xa1, 0xd800), (0xf900, 0xfffe), (0x1_0000, 0x2_a000)],
    &[(0x20, 0x21), (0x09, 0x0a), (0xa0, 0xa1), (0x3000, 0x3001), (0x2003, 0x2004)],
];
/// How many times as long a byte of such a text may take as one of plain letters in no order, in the same run.
const MOST_TIMES: i64 = 12;
/// The same beside plain words, which take the tokenizer's shortest way.
const MOST_TIMES_OF_WORDS: i64 = 60;

/// Processor time per byte to count a text and to find the ends of its tokens.
fn counted_ns_a_byte(text: &str) -> i64 {
    let begun = worked_ns();
    let (tokens, ends) = (cost::tokens::count(text), cost::tokens::ends(text));
    let took = worked_ns() - begun;
    assert_eq!(ends.len(), tokens as usize, "each token has its end");
    took / i64::try_from(text.len()).unwrap_or(i64::MAX)
}

#[test]
fn no_mixture_of_scripts_is_counted_more_slowly_than_its_bytes_allow() {
    cost::tokens::warm();
    let mut dice = Dice::of(1);
    let letters =
        (0..150_000).map(|_| char::from(b'a' + u8::try_from(dice.below(26)).unwrap_or(0)));
    let plain = counted_ns_a_byte(&letters.collect::<String>()).max(1);
    for ranges in MIXED {
        let mut dice = Dice::of(1);
        let any = (0..).filter_map(|_| {
            let (from, to) = ranges[dice.below(ranges.len())];
            char::from_u32(u32::try_from(from + dice.below(to - from)).ok()?)
        });
        let text: String = any.take(150_000).collect();
        let mixed = counted_ns_a_byte(&text);
        say(&format!("{ranges:x?}: {mixed} ns a byte, plain letters {plain}"));
        assert!(mixed <= MOST_TIMES * plain, "{ranges:x?}: {mixed} ns a byte, plain {plain}");
    }
}

/// Characters of each kind, alone and together.
const KINDS: [&str; 12] = [
    ".",
    "1",
    "a",
    "A",
    "a1",
    ".a",
    "\u{e9}",
    "\u{3002}",
    "\u{4e2d}",
    "\u{1f600}",
    "\n",
    "e\u{301}",
];

#[test]
fn no_white_space_beside_any_character_is_counted_more_slowly_than_its_bytes_allow() {
    cost::tokens::warm();
    let spaces = || ('\u{80}'..='\u{ffff}').filter(|c| c.is_whitespace());
    assert!(spaces().count() >= 17, "as Unicode has them");
    let plain = counted_ns_a_byte(&"plain words ".repeat(4_000)).max(1);
    for kind in KINDS {
        for space in spaces() {
            for unit in [format!("{kind}{space}"), format!("{space}{kind}{kind}{space} ")] {
                let text = unit.repeat(60_000 / unit.len());
                let took = counted_ns_a_byte(&text);
                let limit = MOST_TIMES_OF_WORDS * plain;
                assert!(took <= limit, "{unit:?}: {took} ns a byte, plain words {plain}");
            }
        }
    }
    // A part that begins with them and has no border.
    let text = format!("{}{}", "\u{a0}".repeat(200), ".a".repeat(2_000)).repeat(20);
    let took = counted_ns_a_byte(&text);
    assert!(took <= MOST_TIMES_OF_WORDS * plain, "{took} ns a byte, plain words {plain}");
}

/// The events of the recorded streams, one of each shape: digits and letters in a row are of one shape.
fn recorded_events() -> Vec<String> {
    let mut shapes = std::collections::BTreeMap::new();
    for stream in streams() {
        let stream = String::from_utf8_lossy(&stream).replace("\r\n", "\n");
        let is_lines = !stream.contains("\n\n");
        let events = stream.split_inclusive(if is_lines { "\n" } else { "\n\n" });
        for event in events.filter(|event| event.len() > 8) {
            let mut shape: String = event.chars().filter(|c| !c.is_ascii_alphanumeric()).collect();
            shape.extend(event.split('"').nth(1));
            shapes.entry(shape).or_insert_with(|| event.to_owned());
        }
    }
    shapes.into_values().collect()
}

/// Events that are known to be tedious to the reader of a dialect: nameless tool calls, each followed by arguments.
const TEDIOUS_EVENTS: [(Dialect, &str); 2] = [
    (Dialect::Ollama, "{\"message\":{\"tool_calls\":[{\"function\":{\"arguments\":\"x\"}}]}}\n"),
    (
        Dialect::Anthropic,
        "data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\"}}\n\n\
         data: {\"type\":\"content_block_delta\",\"delta\":\
         {\"type\":\"input_json_delta\",\"partial_json\":\"x\"}}\n\n",
    ),
];

#[test]
fn no_tedious_event_takes_more_than_in_proportion_however_often_it_comes() {
    for (dialect, event) in TEDIOUS_EVENTS {
        let reader: Reader = Box::new(move |text| {
            let recording = read(dialect, text);
            assert!(!recording.transcript.tool.is_empty(), "the arguments are read");
        });
        let texts = [1, 2, 4].map(|times| event.repeat(times * 4 * LONGER / event.len()));
        let ratio = grown(dialect.name(), "tedious events", &reader, &texts);
        assert!(ratio.is_some(), "{}: long enough to be compared", dialect.name());
    }
}

/// Events that a server may send again and again, alone or in turns with another, in every dialect.
#[test]
fn no_event_takes_more_than_in_proportion_however_often_it_comes() {
    let is_long = number("FUZZ_SECONDS").is_some();
    let events = recorded_events();
    assert!(events.len() > 100, "there is something to repeat: {}", events.len());
    let (rounds, shortest) = if is_long { (400, LONGER) } else { (20, SHORTEST) };
    let seeds = number("FUZZ_SEED").map_or(0..rounds, |seed| seed..seed + 1);
    let mut compared = Compared::default();
    for seed in seeds {
        let mut dice = Dice::of(seed);
        let mut one = || events.get(dice.below(events.len())).cloned().unwrap_or_default();
        let (first, second) = (one(), one());
        let unit = if dice.below(2) == 0 { first } else { first + &second };
        let texts = [shortest, 2 * shortest, 4 * shortest]
            .map(|bytes| unit.repeat(bytes.div_ceil(unit.len())));
        for dialect in Dialect::ALL {
            let reader: Reader = Box::new(move |text| {
                let Recording { timeline, transcript, .. } = read(dialect, text);
                let count = |text: &str| u64::from(cost::tokens::count(text));
                let _speed = Speed::of(&timeline, &transcript, &Counts::default(), &count);
            });
            let ratio = grown(dialect.name(), &format!("FUZZ_SEED={seed}"), &reader, &texts);
            compared.add(ratio, || format!("{}, events {seed}", dialect.name()));
        }
    }
    if is_long {
        compared.say("events again and again");
    }
}
