//! How sure the numbers of a sweep's levels are, in sentences: the intervals of the median and p95 of TTFT and of the
//! error rate, clustered by wave, and at which levels they cannot be known.

use measure::{Unit, format};

use crate::result::level::Level;

/// The sentences, without the contender's name; empty if no level has a request that succeeded.
pub(crate) fn intervals(levels: &[&Level]) -> Vec<String> {
    let known: Vec<&Level> = levels.iter().copied().filter(|level| level.has_success()).collect();
    if known.is_empty() {
        return Vec::new();
    }
    let at_each = |of: &dyn Fn(&Level) -> Option<String>| -> String {
        let parts: Vec<String> = known
            .iter()
            .map(|level| {
                let range = of(level).unwrap_or_else(|| "unknown".to_owned());
                format!("{range} at {}", level.step())
            })
            .collect();
        parts.join("; ")
    };
    let median = |level: &Level| {
        let ci = level.ttft()?.ci?;
        range(Some(format::duration(ci.low)), Some(format::duration(ci.high)))
    };
    let p95 = |level: &Level| {
        let tail = level.ttft_p95?;
        range(tail.low.map(format::duration), tail.high.map(format::duration))
    };
    let errors = |level: &Level| {
        let share = |share: f64| Some(Unit::Share.written(share));
        let ci = level.error_rate_ci?;
        range(share(ci.low), share(ci.high))
    };
    let certified = |level: &Level| {
        let all: Vec<String> =
            level.certified.iter().map(|one| one.sentence(Unit::Duration)).collect();
        (!all.is_empty()).then(|| all.join(" and "))
    };
    vec![
        format!(
            "95 % confidence interval of the median TTFT, if no wave of requests resembles the one before: {}.",
            at_each(&median)
        ),
        format!("Of p95 TTFT, a failed request being the slowest: {}.", at_each(&p95)),
        format!("Certified TTFT, a failed request being the slowest: {}.", at_each(&certified)),
        format!(
            "Of the error rate, with few waves that of errors which happen to whole waves: {}.",
            at_each(&errors)
        ),
    ]
}

/// An interval in words; `None` if neither end is known.
fn range(low: Option<String>, high: Option<String>) -> Option<String> {
    match (low, high) {
        (Some(low), Some(high)) => Some(format!("{low} to {high}")),
        (Some(low), None) => Some(format!("at least {low}")),
        (None, Some(high)) => Some(format!("at most {high}")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::level;
    use crate::result::status::Status;
    use crate::testing::sample;

    #[test]
    fn each_interval_is_told_for_each_level_and_so_is_what_cannot_be_known() {
        let at = |streams: u32| {
            let mut level = level(streams, 200.0, 10.0);
            level.samples.truncate(20);
            level.samples[7] = sample(Status::ErrorHttp);
            level.summarise();
            level
        };
        let (one, many) = (at(1), at(32));
        let [median, p95, certified, errors] = &intervals(&[&one, &many])[..] else {
            panic!("four")
        };
        assert!(
            certified.contains("p95 with 99 % confidence needs 130 independent requests"),
            "{certified}"
        );
        assert!(median.contains("200 ms to 200 ms at 1 in flight; unknown at 32"), "{median}");
        assert!(median.contains("if no wave of requests resembles the one before"), "{median}");
        assert!(p95.contains("at least 200 ms at 1 in flight; unknown at 32 in flight"), "{p95}");
        assert!(errors.contains(" % at 1 in flight; "), "one of twenty: {errors}");
        assert!(errors.ends_with(" % at 32 in flight."), "of whole waves: {errors}");
        assert_eq!(intervals(&[]), Vec::<String>::new(), "of nothing");
    }
}
