//! The dialect `openai-responses`. Its events are not read yet: a lane in it ends with "not a stream".

use serde_json::Value;

use super::Wire;
use crate::reader::{Message, Pieces, ReadEvents, Sense};
use crate::reply::Usage;
use crate::{Provider, Request};

pub(super) struct OpenaiResponses;

impl Wire for OpenaiResponses {
    fn path(&self) -> &'static str {
        "/responses"
    }

    fn body(&self, _: &Request, _: bool) -> Value {
        Value::Null
    }

    fn events(&self) -> Box<dyn ReadEvents> {
        Box::new(Events)
    }

    fn usage(&self, _: &[Value], _: &Provider) -> Usage {
        Usage::default()
    }
}

struct Events;

impl ReadEvents for Events {
    fn read(&mut self, _: &Message<'_>, _: &mut Pieces<'_>) -> Sense {
        Sense::Foreign
    }
}
