//! Who fails, said wherever somebody is recommended: a time is one of answers, and counts no request that has none.

use measure::format;

use crate::contender::ContenderSummary;

/// Share of failed requests above which a contender is not named without it: the limit of most rankings.
const UNTOLD: f64 = 0.02;

fn fails(one: &ContenderSummary) -> bool {
    one.error_rate.is_some_and(|rate| rate > UNTOLD)
}

/// How many requests of these contenders failed, as further sentences; empty if hardly any did.
pub(crate) fn failures_in_words(contenders: &[&ContenderSummary]) -> String {
    let told: Vec<String> = contenders
        .iter()
        .filter(|one| one.good > 0 && fails(one))
        .map(|one| {
            let all = format::several((one.good + one.failed) as usize, "request");
            format!("{} failed in {} of {all}", one.name, format::whole(f64::from(one.failed)))
        })
        .collect();
    if told.is_empty() {
        return String::new();
    }
    format!(" No time or cost here counts failures: {}.", format::list(&told))
}

/// The same beside a leader's number; empty if hardly any of its requests failed.
pub(crate) fn failures_beside(one: &ContenderSummary) -> String {
    if !fails(one) {
        return String::new();
    }
    let all = f64::from(one.good + one.failed);
    format!(
        "; {} of its {} requests failed",
        format::whole(f64::from(one.failed)),
        format::whole(all)
    )
}
