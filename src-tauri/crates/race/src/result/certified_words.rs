//! What the levels of a sweep certify of TTFT, in one sentence: bounds, and what it would take where there are none.

use measure::{CertifiedPercentile, Unit, format, percentile_name};

use crate::result::level::Level;

/// The sentence; `None` if no level has requests to certify anything.
pub(super) fn certified(levels: &[&Level]) -> Option<String> {
    let all =
        || levels.iter().flat_map(|level| level.certified.iter().map(move |one| (*level, one)));
    let (_, first) = all().next()?;
    let mut told: Vec<String> = levels.iter().filter_map(|level| bounds(level)).collect();
    for (level, one) in all().filter(|(_, one)| one.bound.is_none() && one.n >= one.needs) {
        let name = percentile_name(one.p);
        told.push(format!("no bound of {name} at {}, too many requests failed", level.step()));
    }
    // Percentiles that are missing for the same reason are told together.
    let mut missing: Vec<(Vec<&CertifiedPercentile>, Vec<String>)> = Vec::new();
    for percentile in &levels.iter().find(|level| !level.certified.is_empty())?.certified {
        let short: Vec<String> = all()
            .filter(|(_, one)| one.p.total_cmp(&percentile.p).is_eq())
            .filter(|(_, one)| one.bound.is_none() && one.n < one.needs)
            .map(|(level, one)| format!("{} at {}", format::count(one.n), level.step()))
            .collect();
        match missing.iter_mut().find(|(_, others)| *others == short) {
            Some((percentiles, _)) => percentiles.push(percentile),
            None if short.is_empty() => {}
            None => missing.push((vec![percentile], short)),
        }
    }
    let missing = missing.into_iter().map(|(percentiles, short)| {
        let takes = percentiles
            .iter()
            .map(|one| format!("{} takes {}", percentile_name(one.p), format::count(one.needs)));
        format!(
            "{} independent requests, and these are estimated to count as {}",
            takes.collect::<Vec<_>>().join(" and "),
            short.join(", ")
        )
    });
    told.extend(missing);
    Some(format!(
        "Certified TTFT with {} confidence, a failed request being the slowest: {}.",
        format::percent(first.confidence),
        told.join("; ")
    ))
}

/// The bounds of one level.
fn bounds(level: &Level) -> Option<String> {
    let bounds = level.certified.iter().filter_map(|one| {
        Some(format!("{} ≤ {}", percentile_name(one.p), Unit::Duration.written(one.bound?)))
    });
    let bounds: Vec<String> = bounds.collect();
    (!bounds.is_empty()).then(|| format!("{} at {}", bounds.join(" and "), level.step()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(streams: u32, of: &[(f64, u32, Option<f64>)]) -> Level {
        let certified = of.iter().map(|(p, n, bound)| CertifiedPercentile {
            p: *p,
            confidence: 0.99,
            n: *n,
            needs: if *p < 0.97 { 130 } else { 662 },
            bound: *bound,
        });
        Level { concurrency: Some(streams), certified: certified.collect(), ..Level::default() }
    }

    fn said(levels: &[Level]) -> String {
        certified(&levels.iter().collect::<Vec<_>>()).expect("there is something to say")
    }

    #[test]
    fn what_is_missing_at_several_levels_is_told_once() {
        let levels: Vec<Level> = [(1, 30), (2, 28), (4, 20), (8, 9), (16, 2)]
            .map(|(streams, n)| level(streams, &[(0.95, n, None), (0.99, n, None)]))
            .into();
        assert_eq!(
            said(&levels),
            "Certified TTFT with 99 % confidence, a failed request being the slowest: p95 takes 130 and p99 takes 662 \
             independent requests, and these are estimated to count as 30 at 1 in flight, 28 at 2 in flight, 20 at 4 in \
             flight, 9 at 8 in flight, 2 at 16 in flight."
        );
    }

    #[test]
    fn bounds_stand_first_and_too_many_failures_are_told_as_such() {
        let of = |n, p95, p99| [(0.95, n, p95), (0.99, n, p99)];
        let levels = [
            level(1, &of(200, Some(300.0), None)),
            level(2, &of(700, None, None)),
            level(4, &of(2, None, None)),
        ];
        assert_eq!(
            said(&levels),
            "Certified TTFT with 99 % confidence, a failed request being the slowest: p95 ≤ 300 ms at 1 in flight; \
             no bound of p95 at 2 in flight, too many requests failed; no bound of p99 at 2 in flight, too many \
             requests failed; p95 takes 130 independent requests, and these are estimated to count as 2 at 4 in \
             flight; p99 takes 662 independent requests, and these are estimated to count as 200 at 1 in flight, 2 at \
             4 in flight."
        );
        assert_eq!(certified(&[]), None, "of nothing");
    }
}
