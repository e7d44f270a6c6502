//! Points for the tests of this crate, with values that make for easy arithmetic.

use std::sync::Arc;

use cost::{Price, Rates, TokenSource};
use measure::Phrase;

use crate::group::{Group, groups};
use crate::request::MeasuredRequest;
use crate::verdicts::Verdicts;

/// A successful request of `provider`, which is also its label: first token after 200 ms, 100 tok/s, 100 tokens out,
/// 1,000 in, $0.001.
pub(crate) fn point(provider: &str) -> MeasuredRequest {
    MeasuredRequest {
        run: "run-1".to_owned(),
        at_s: 1_763_700_000,
        prompt: "0123456789abcdef".to_owned(),
        ttft_ms: Some(200.0),
        ttfat_ms: Some(200.0),
        latency_ms: Some(1_200.0),
        decode_tps: Some(100.0),
        in_tokens: Some(1_000.0),
        out_tokens: Some(100.0),
        counted: Some(TokenSource::Server),
        cost_usd: Some(0.001),
        ..MeasuredRequest::new(provider, "model")
    }
}

/// One round per value, each modified by `change`.
pub(crate) fn rounds<T: Copy>(
    provider: &str,
    values: &[T],
    change: impl Fn(&mut MeasuredRequest, T),
) -> Vec<MeasuredRequest> {
    let numbered = values.iter().zip(0..);
    numbered
        .map(|(value, round)| {
            let mut point = MeasuredRequest { round, ..point(provider) };
            change(&mut point, *value);
            point
        })
        .collect()
}

/// Five equal rounds: first token, speed, and dollars per million in and out. Too few rounds for any verdict.
pub(crate) fn five(
    provider: &str,
    ttft_ms: f64,
    tps: f64,
    usd: (f64, f64),
) -> Vec<MeasuredRequest> {
    equal(5, provider, (ttft_ms, tps), usd)
}

/// The same sixteen times: enough for verdicts even among twelve contenders.
pub(crate) fn sixteen(
    provider: &str,
    ttft_ms: f64,
    tps: f64,
    usd: (f64, f64),
) -> Vec<MeasuredRequest> {
    equal(16, provider, (ttft_ms, tps), usd)
}

pub(crate) fn equal(
    n: usize,
    provider: &str,
    (ttft_ms, tps): (f64, f64),
    usd: (f64, f64),
) -> Vec<MeasuredRequest> {
    rounds(provider, &vec![(); n], |point, ()| {
        point.ttft_ms = Some(ttft_ms);
        point.ttfat_ms = Some(ttft_ms);
        point.decode_tps = Some(tps);
        point.latency_ms = Some(ttft_ms + 100.0 / tps * 1e3);
        point.cost_usd = Some((1_000.0 * usd.0 + 100.0 * usd.1) / 1e6);
        point.price = Some(price(usd, None));
    })
}

/// A price in dollars per million tokens in and out, or per hour.
pub(crate) fn price(usd: (f64, f64), per_hour: Option<f64>) -> Arc<Price> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small and above 0"
    )]
    let micro = |usd: f64| (usd * 1e6).round() as u32;
    let rates = Rates::new(micro(usd.0), micro(usd.1));
    let price = Price::new("custom/model", "2026-11-01", "you", rates);
    Arc::new(Price { per_hour: per_hour.map(micro), ..price })
}

/// The verdicts over these contenders.
pub(crate) fn settled(groups: &[Group<'_>]) -> Verdicts {
    Verdicts::of(&groups.iter().collect::<Vec<_>>(), measure::Metric::TtftMs)
}

/// The contenders of these points, all of them shown.
pub(crate) fn gathered(points: &[MeasuredRequest]) -> Vec<Group<'_>> {
    groups(&points.iter().collect::<Vec<_>>(), &[], &[], None).0
}

/// Whether two floats are equal except for rounding.
pub(crate) fn is(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Each of these in English.
pub(crate) fn english(all: &[Phrase]) -> Vec<String> {
    all.iter().map(Phrase::to_string).collect()
}
