//! The dialect `replicate`: one request creates a prediction, a second one streams it as events whose data is text.

use serde_json::{Map, Value};

use super::Wire;
use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::{Message, Pieces, ReadEvents, Sense};
use crate::wire::response::{Usage, UsageReports};

mod request;

/// Replicate's predictions.
pub(super) struct Replicate;

impl Wire for Replicate {
    fn body(
        &self,
        request: &Request,
        terms: &Terms<'_>,
        _: Option<Extra>,
        ledger: &mut Ledger,
    ) -> Value {
        request::body(request, terms, ledger)
    }

    fn is_made_first(&self) -> bool {
        true
    }

    fn events(&self) -> Box<dyn ReadEvents> {
        Box::new(Events)
    }

    /// The counts printed in the logs.
    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim);
        Usage {
            in_total: said.count(&["/input_token_count"]),
            out_total: said.count(&["/output_token_count"]),
            ..Usage::default()
        }
    }
}

struct Events;

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        let said = String::from_utf8_lossy(message.data);
        match message.name {
            Some(b"output") => pieces.answer(&said),
            // Output that the model's program prints beside its answer.
            Some(b"logs") => {
                let counts = counts(&said);
                if !counts.is_empty() {
                    pieces.usage(Value::Object(counts));
                }
            }
            Some(b"error") => pieces.fault(&said),
            Some(b"done") => {
                let end = serde_json::from_slice::<Value>(message.data).unwrap_or_default();
                let reason = super::json::text(&end, "/reason").map(str::to_owned);
                if let Some(reason) = reason {
                    pieces.finish(&reason);
                    if reason == "error" && !pieces.reply_failed() {
                        pieces.fault("the prediction failed, and the provider did not say why");
                    }
                }
                pieces.done();
            }
            _ => return Sense::Foreign,
        }
        Sense::Ours
    }
}

/// The formats in which programs of language models print their counts.
const COUNTS: [(&str, &str); 4] = [
    ("Input token count:", "input_token_count"),
    ("Output token count:", "output_token_count"),
    ("Number of tokens in prompt:", "input_token_count"),
    ("Number of tokens generated:", "output_token_count"),
];

/// The counts of tokens among lines of a log, each on a line of its own.
fn counts(log: &str) -> Map<String, Value> {
    let count = |line: &str| {
        let (words, name) = COUNTS.iter().find(|(words, _)| line.starts_with(words))?;
        let count: u64 = line.get(words.len()..)?.trim().parse().ok()?;
        Some(((*name).to_owned(), count.into()))
    };
    log.lines().filter_map(|line| count(line.trim())).collect()
}

#[cfg(test)]
mod tests;
