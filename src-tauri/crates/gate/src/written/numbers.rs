//! The numbers for tools that keep them over time.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::document::GateDocument;
use crate::limit::Quantity;

/// A measure in Bencher Metric Format.
#[derive(Serialize)]
struct BencherMeasure {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

/// The measured numbers in Bencher Metric Format: contender, then measure, with its interval.
///
/// # Errors
/// If a number is not finite, which none of ours is.
pub fn bencher(document: &GateDocument) -> serde_json::Result<String> {
    let mut all: BTreeMap<&str, BTreeMap<&str, BencherMeasure>> = BTreeMap::new();
    for finding in &document.findings {
        let Some((measured, value)) = finding.measured.and_then(|it| Some((it, it.value?))) else {
            continue;
        };
        let measure =
            BencherMeasure { value, lower_value: measured.low, upper_value: measured.high };
        all.entry(&finding.contender).or_default().insert(&finding.id, measure);
    }
    serde_json::to_string_pretty(&all).map(|text| text + "\n")
}

/// One number of `customSmallerIsBetter`, the format of github-action-benchmark.
#[derive(Serialize)]
struct SmallerIsBetter {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    extra: String,
}

/// The measured numbers of which less is better as `customSmallerIsBetter`. Of a share of which more is better it is the rest,
/// and of a speed the time per token or character.
///
/// # Errors
/// If a number is not finite, which none of ours is.
pub fn smaller_is_better(document: &GateDocument) -> serde_json::Result<String> {
    let mut all: Vec<SmallerIsBetter> = Vec::new();
    for finding in &document.findings {
        let Some((measured, value)) = finding.measured.and_then(|it| Some((it, it.value?))) else {
            continue;
        };
        let quantity = &finding.of.quantity;
        let Some((what, unit, turned)) = turned(quantity, value) else { continue };
        let ends = measured.low.zip(measured.high).and_then(|(low, high)| {
            let (_, _, low) = self::turned(quantity, low)?;
            let (_, _, high) = self::turned(quantity, high)?;
            Some(format!("± {:.4}", (high - low).abs() / 2.0))
        });
        let name = format!("{}: {what}", finding.contender);
        if all.iter().any(|other| other.name == name) {
            continue;
        }
        let extra = finding.sentence.clone();
        all.push(SmallerIsBetter { name, unit, value: turned, range: ends, extra });
    }
    serde_json::to_string_pretty(&all).map(|text| text + "\n")
}

/// A number so that less is better: what it is called, its unit and its value.
fn turned(quantity: &Quantity, value: f64) -> Option<(String, &'static str, f64)> {
    let name = quantity.name();
    match quantity {
        Quantity::Share(_) if quantity.is_worse_higher() => Some((name, "%", value * 100.0)),
        Quantity::Share(_) => Some((format!("all but {name}"), "%", (1.0 - value) * 100.0)),
        Quantity::Percentile(metric, _) => {
            let unit = match metric.definition().unit {
                measure::Unit::Duration | measure::Unit::Milliseconds => "ms",
                measure::Unit::Dollars => "USD",
                measure::Unit::Percent | measure::Unit::SignedPercent => "%",
                _ => "",
            };
            if quantity.is_worse_higher() {
                return Some((name, unit, value));
            }
            (value > 0.0).then(|| (format!("1000 ÷ {name}"), "ms", 1000.0 / value))
        }
    }
}
