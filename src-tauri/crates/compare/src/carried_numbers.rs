//! The numbers that few requests have, apart from those of every request.

/// Numbers that only requests with tools, images or a predicted output have; `None` is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CarriedNumbers {
    /// Time to first tool call, in milliseconds.
    pub tool_call_ms: Option<f64>,
    /// Time to complete arguments of the first call, in milliseconds.
    pub tool_arguments_ms: Option<f64>,
    /// How much later its first token came than that of the same round of a lane that was asked the same with fewer images, for each
    /// image more, in milliseconds.
    pub per_image_ms: Option<f64>,
    /// Tokens of the predicted output that the answer took over.
    pub accepted_prediction_tokens: Option<f64>,
    /// Tokens of the predicted output that are not in the answer.
    pub rejected_prediction_tokens: Option<f64>,
}

impl CarriedNumbers {
    /// The numbers, in a place of their own because most requests have none; `None` if none is known.
    pub fn boxed(self) -> Option<Box<Self>> {
        (self != Self::default()).then(|| Box::new(self))
    }
}
