//! How many of its assertions an answer has to pass by a `threshold` of promptfoo: the share of their weight that is enough.

use measure::Phrase;
use serde_json::Value;

use crate::workload::rows::promptfoo::{refused, unlike};

/// Shares of weight that differ by less are the same.
const ROUNDING: f64 = 1e-9;

/// Why assertions with this `threshold` are no checks here, of which an answer has to pass all; `None` if it has to pass all of these too.
/// `whose` says what has the threshold.
///
/// # Errors
/// That it is none.
pub(super) fn not_all(
    threshold: Option<&Value>,
    assertions: &[&Value],
    whose: &Phrase,
) -> Result<Option<Phrase>, Phrase> {
    let Some(threshold) = threshold.filter(|threshold| !threshold.is_null()) else {
        return Ok(None);
    };
    let share = threshold.as_f64().filter(|share| (0.0..=1.0).contains(share));
    let share = share.ok_or_else(|| refused::threshold(whose.clone()))?;
    let is_set = |assertion: &&&Value| kind(assertion) == "assert-set";
    let weights: Vec<f64> = assertions.iter().map(|assertion| weight(assertion)).collect();
    let whole: f64 = weights.iter().sum();
    let is_enough_without = |one: f64| (whole - one) / whole >= share - ROUNDING;
    let has_sets = assertions.iter().any(|assertion| is_set(&assertion));
    let may_fail = if has_sets {
        // Of a set the part that passes counts.
        share < 1.0 - ROUNDING || weights.iter().any(|one| *one < ROUNDING)
    } else {
        weights.iter().any(|one| is_enough_without(*one))
    };
    if whole > 0.0 && !may_fail {
        return Ok(None);
    }
    let is_counted =
        !has_sets && whole > 0.0 && weights.iter().all(|one| (one - 1.0).abs() < ROUNDING);
    let enough = (1..=assertions.len()).find(|some| {
        let some = f64::from(u32::try_from(*some).unwrap_or(u32::MAX));
        some / whole >= share - ROUNDING
    });
    let how_many = match enough.filter(|_| is_counted && share > ROUNDING) {
        Some(enough) => unlike::some(enough.into(), assertions.len().into()),
        None if share <= ROUNDING => unlike::none(),
        None => unlike::share_of_weight(),
    };
    Ok(Some(unlike::share(&share.to_string(), whose.clone(), how_many)))
}

pub(super) fn kind(assertion: &Value) -> &str {
    assertion.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn weight(assertion: &Value) -> f64 {
    assertion.get("weight").and_then(Value::as_f64).unwrap_or(1.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(threshold: &Value, assertions: &[Value]) -> Result<Option<String>, String> {
        let all: Vec<&Value> = assertions.iter().collect();
        let told = not_all(Some(threshold), &all, &unlike::its_test());
        told.map(|why| why.map(|why| why.to_string())).map_err(|why| why.to_string())
    }

    #[test]
    fn a_threshold_at_which_all_have_to_pass_changes_nothing() {
        let plain = || json!({ "type": "contains", "value": "x" });
        let heavy = json!({ "type": "contains", "value": "x", "weight": 9 });
        for (threshold, assertions) in [
            (json!(1), vec![plain(); 14]),
            (json!(0.5), vec![plain()]),
            (json!(0.93), vec![plain(); 14]),
            (json!(0.95), vec![plain(), heavy.clone()]),
            (json!(null), vec![plain(); 3]),
            (json!(1), vec![json!({ "type": "assert-set", "assert": [] }), plain()]),
        ] {
            assert_eq!(told(&threshold, &assertions), Ok(None), "{threshold}");
        }
    }

    #[test]
    fn where_fewer_are_enough_it_is_told_how_many_and_what_to_do() {
        let plain = || json!({ "type": "contains", "value": "x" });
        let heavy = json!({ "type": "contains", "value": "x", "weight": 9 });
        let set = json!({ "type": "assert-set", "assert": [] });
        for (threshold, assertions, why) in [
            (json!(0.857), vec![plain(); 14], "12 of its 14 assertions are enough"),
            (json!(12.0 / 14.0), vec![plain(); 14], "12 of its 14 assertions are enough"),
            (json!(0.5), vec![plain(); 2], "1 of its 2 assertions are enough"),
            (json!(0), vec![plain()], "no assertion has to pass"),
            (json!(0.9), vec![plain(), heavy], "that share of the weight"),
            (json!(0.9), vec![set], "that share of the weight"),
        ] {
            let said = told(&threshold, &assertions).expect("a share").expect("not all");
            assert!(said.contains(why) && said.contains("make a test of each"), "{said}");
        }
        for none in [json!(-1), json!(12), json!("12 of 14")] {
            let refused = told(&none, &[plain()]).expect_err("no share");
            assert_eq!(refused, "the `threshold` of its test is a number from 0 to 1.", "{none}");
        }
    }
}
