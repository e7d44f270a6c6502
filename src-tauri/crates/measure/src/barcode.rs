//! The chunk gaps of one stream in order, for a strip chart that shows an even flow or a stutter.

use serde::{Deserialize, Serialize};

use crate::gaps::Gaps;
use crate::places::placed;
use crate::units::{float, ms};
use crate::{ShownTokens, Timeline};

/// Maximum number of columns of a strip. A longer stream puts several chunks into one column.
const MOST_COLUMNS: usize = 600;

/// The chunks of one stream as columns in order of arrival. A chunk is an event with visible text. All lists have one
/// entry per column; if there are more chunks than columns, each column covers several consecutive chunks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Barcode {
    /// Events with visible text.
    pub chunks: u32,
    /// Chunks per column, at least 1; the last column may cover fewer.
    pub per_column: u32,
    /// Gaps above `stall_from_ms`.
    pub stalls: u32,
    /// Gaps above this are stalls: max(500 ms, 5 × median gap).
    pub stall_from_ms: f64,
    /// The median gap, in milliseconds; absent below two chunks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_gap_ms: Option<f64>,
    /// The longest gap, in milliseconds; absent below two chunks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_gap_ms: Option<f64>,
    /// When the column's last chunk arrived, in microseconds since the start gun.
    pub at_us: Vec<u32>,
    /// The longest gap before a chunk of the column, in milliseconds; the first chunk has no gap.
    pub gap_ms: Vec<Option<f64>>,
    /// Tokens per chunk, the mean over the column.
    pub tokens: Vec<f64>,
}

struct Chunk {
    at_ns: u64,
    tokens: u32,
}

impl Barcode {
    /// Computes the strip of a stream. Its `shown` tokens are placed by the rule of `places`.
    pub fn of(timeline: &Timeline, shown: &ShownTokens) -> Self {
        let chunks = chunks(timeline, shown);
        let stamps: Vec<u64> = chunks.iter().map(|chunk| chunk.at_ns).collect();
        let gaps = Gaps::between(&stamps);
        let per_column = chunks.len().div_ceil(MOST_COLUMNS).max(1);
        let in_a_row =
            stamps.iter().zip(stamps.iter().skip(1)).map(|(before, at)| at.saturating_sub(*before));
        let before = std::iter::once(None).chain(in_a_row.map(Some));
        let with_gaps: Vec<(&Chunk, Option<u64>)> = chunks.iter().zip(before).collect();
        let mut strip = Self {
            chunks: saturating_u32(chunks.len()),
            per_column: saturating_u32(per_column),
            stalls: gaps.stalls().unwrap_or(0),
            stall_from_ms: ms(gaps.stall_limit_ns()),
            median_gap_ms: gaps.median_ns().map(ms),
            longest_gap_ms: gaps.longest_ms(),
            ..Self::default()
        };
        for column in with_gaps.chunks(per_column) {
            let Some((last, _)) = column.last() else { continue };
            let tokens: u64 = column.iter().map(|(chunk, _)| u64::from(chunk.tokens)).sum();
            strip.at_us.push(since_gun_us(timeline, last.at_ns));
            strip.gap_ms.push(column.iter().filter_map(|(_, gap)| *gap).max().map(ms));
            strip.tokens.push(float(tokens) / float(column.len() as u64));
        }
        strip
    }
}

/// One chunk per event, although a delta with both reasoning and answer makes two log entries.
fn chunks(timeline: &Timeline, shown: &ShownTokens) -> Vec<Chunk> {
    let mut chunks: Vec<(u32, Chunk)> = Vec::new();
    let mut before = 0;
    for (mark, so_far) in placed(timeline, shown) {
        let tokens = so_far - before;
        before = so_far;
        match chunks.last_mut() {
            Some((event, chunk)) if *event == mark.event => chunk.tokens += tokens,
            _ => chunks.push((mark.event, Chunk { at_ns: mark.at_ns, tokens })),
        }
    }
    chunks.into_iter().map(|(_, chunk)| chunk).collect()
}

fn since_gun_us(timeline: &Timeline, at_ns: u64) -> u32 {
    u32::try_from(at_ns.saturating_sub(timeline.plan_ns) / 1_000).unwrap_or(u32::MAX)
}

fn saturating_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::tests::answer;
    use crate::{ArrivalEvent, Kind, TokensSoFar};

    const MS: u64 = 1_000_000;

    fn stream(marks: impl IntoIterator<Item = (u64, u32, u32)>) -> Timeline {
        let mut timeline = Timeline::starting_at(5 * MS);
        for (at_ms, event, text_bytes) in marks {
            let at_ns = 5 * MS + at_ms * MS;
            let kind = Kind::Answer;
            timeline.push(ArrivalEvent {
                at_ns,
                event,
                kind,
                text_bytes,
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        timeline
    }

    #[test]
    fn a_chunk_is_a_column_and_its_gap_is_to_the_one_before() {
        let strip = Barcode::of(
            &stream([(100, 0, 4), (110, 1, 4), (130, 2, 8), (730, 3, 4)]),
            &answer(10, 2),
        );
        assert_eq!((strip.chunks, strip.per_column), (4, 1), "one column each");
        assert_eq!(strip.at_us, [100_000, 110_000, 130_000, 730_000], "since the start gun");
        assert_eq!(
            strip.gap_ms,
            [None, Some(10.0), Some(20.0), Some(600.0)],
            "the first has none before it"
        );
        assert_eq!(strip.tokens, [2.0, 2.0, 4.0, 2.0], "ten tokens over twenty bytes");
        assert_eq!(strip.stalls, 1, "600 ms is over 500 ms and over five times 20 ms");
        assert_eq!(
            (strip.median_gap_ms, strip.longest_gap_ms),
            (Some(20.0), Some(600.0)),
            "the middle of three and the last"
        );
    }

    #[test]
    fn two_marks_of_one_event_are_one_chunk() {
        let strip = Barcode::of(&stream([(10, 0, 2), (10, 0, 2), (20, 1, 4)]), &answer(8, 1));
        assert_eq!((strip.chunks, &strip.tokens[..]), (2, &[4.0, 4.0][..]), "reasoning and answer");
    }

    #[test]
    fn a_long_stream_shows_the_longest_gap_of_each_column() {
        // 1,500 chunks, 10 ms apart except for one second before chunk 700.
        let at = |chunk: u64| chunk * 10 + if chunk >= 700 { 990 } else { 0 };
        let strip =
            Barcode::of(&stream((0..1_500).map(|n| (at(u64::from(n)), n, 1))), &answer(1_500, 1));
        assert_eq!(
            (strip.per_column, strip.at_us.len()),
            (3, 500),
            "1,500 chunks are 3 for each of 500"
        );
        assert_eq!(strip.gap_ms[233], Some(1_000.0), "chunks 699 to 701 hold the stall");
        assert_eq!(strip.gap_ms[232], Some(10.0), "the column before does not");
        assert_eq!(strip.stalls, 1, "however many share a column");
        assert!((strip.tokens[0] - 1.0).abs() < 1e-9, "a mean stays a mean");
    }

    #[test]
    fn a_stream_without_text_has_no_gaps() {
        let strip = Barcode::of(&stream([]), &answer(10, 1));
        assert_eq!((strip.chunks, strip.longest_gap_ms), (0, None), "unknown is absent");
        assert!(strip.at_us.is_empty(), "nothing arrived");
        let one = Barcode::of(&stream([(10, 0, 2)]), &answer(1, 2));
        assert_eq!((one.longest_gap_ms, one.gap_ms.len()), (None, 1), "one chunk has no gap");
    }
}
