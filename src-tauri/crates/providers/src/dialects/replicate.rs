//! The dialect `replicate`: one request makes a prediction, a second one streams it as events whose data is text.

use serde_json::Value;

use super::Wire;
use crate::reader::{Message, Pieces, ReadEvents, Sense};
use crate::reply::Usage;
use crate::request::Extra;
use crate::terms::Terms;
use crate::{Provider, Request};

mod request;

/// Replicate's predictions.
pub(super) struct Replicate;

impl Wire for Replicate {
    fn body(&self, request: &Request, terms: &Terms<'_>, _: Option<Extra>) -> Value {
        request::body(request, terms)
    }

    fn is_made_first(&self) -> bool {
        true
    }

    fn events(&self) -> Box<dyn ReadEvents> {
        Box::new(Events)
    }

    /// The stream brings no counts.
    fn usage(&self, _: &[Value], _: &Provider) -> Usage {
        Usage::default()
    }
}

struct Events;

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        let said = String::from_utf8_lossy(message.data);
        match message.name {
            Some(b"output") => pieces.answer(&said),
            // What the model's program prints beside its answer.
            Some(b"logs") => {}
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

#[cfg(test)]
mod tests;
