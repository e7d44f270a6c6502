//! What is sent of a request in another way than the plan says, as phrases, and as the record of it that a run keeps.

use std::fmt;

use measure::Phrase;
use serde::{Deserialize, Serialize};

/// A setting of the plan that the model does not accept, and what is sent instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Adjustment {
    /// The setting: `effort`, `temperature`, `max tokens`, `system prompt`, `prompt`, or `input names` for the names of
    /// all inputs.
    pub field: String,
    /// The plan's value; absent if it sets none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The value sent instead; absent if it is left out.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// The reason, as the end of a sentence.
    pub why: String,
}

impl fmt::Display for Adjustment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, asked, sent, why } = self;
        match (asked, sent) {
            (Some(asked), Some(sent)) => write!(f, "{field} {asked} is sent as {sent}: {why}."),
            (Some(asked), None) => write!(f, "{field} {asked} is left out: {why}."),
            (None, Some(sent)) => write!(f, "{field} {sent} is sent although none was set: {why}."),
            (None, None) => write!(f, "{field}: {why}."),
        }
    }
}

/// A part of a request that is sent as something else, or not at all.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Difference {
    /// What it is.
    pub(crate) field: Phrase,
    /// The plan's value; absent if it sets none.
    pub(crate) asked: Option<Phrase>,
    /// What is sent; absent if it is left out.
    pub(crate) sent: Option<Phrase>,
    /// Why, as the end of a sentence.
    pub(crate) why: Phrase,
}

impl Difference {
    /// In a sentence.
    pub(crate) fn phrase(self) -> Phrase {
        let Self { field, asked, sent, why } = self;
        match (asked, sent) {
            (Some(asked), Some(sent)) => sent_as(field, asked, sent, why),
            (Some(asked), None) => left_out(field, asked, why),
            (None, Some(sent)) => added(field, sent, why),
            (None, None) => otherwise(field, why),
        }
    }

    /// As a run keeps it.
    pub(crate) fn adjustment(&self) -> Adjustment {
        let Self { field, asked, sent, why } = self;
        let text = |value: &Option<Phrase>| value.as_ref().map(ToString::to_string);
        Adjustment {
            field: field.to_string(),
            asked: text(asked),
            sent: text(sent),
            why: why.to_string(),
        }
    }
}

measure::phrases! {
    fn sent_as(field: Phrase, asked: Phrase, sent: Phrase, why: Phrase) = "differs.sent_as", "{field} {asked} is sent as {sent}: {why}.";
    fn left_out(field: Phrase, asked: Phrase, why: Phrase) = "differs.left_out", "{field} {asked} is left out: {why}.";
    fn added(field: Phrase, sent: Phrase, why: Phrase) = "differs.added", "{field} {sent} is sent although none was set: {why}.";
    fn otherwise(field: Phrase, why: Phrase) = "differs.otherwise", "{field}: {why}.";

    // What differs.
    pub(crate) fn effort() = "differs.effort", "effort";
    pub(crate) fn temperature() = "differs.temperature", "temperature";
    pub(crate) fn top_p() = "differs.top_p", "top_p";
    pub(crate) fn max_tokens() = "differs.max_tokens", "max tokens";
    pub(crate) fn system_prompt() = "differs.system_prompt", "system prompt";
    pub(crate) fn prompt() = "differs.prompt", "prompt";
    pub(crate) fn input_names() = "differs.input_names", "input names";
    pub(crate) fn parallel_calls() = "differs.parallel_calls", "parallel tool calls";
    pub(crate) fn media_type() = "differs.media_type", "media type";
    pub(crate) fn schema_name() = "differs.schema_name", "schema name";
    pub(crate) fn schema_description() = "differs.schema_description", "schema description";
    pub(crate) fn strict_schema() = "differs.strict_schema", "strict schema";
    pub(crate) fn strict_tools() = "differs.strict_tools", "strict tools";
    pub(crate) fn tool_choice() = "differs.tool_choice", "tool choice";
    pub(crate) fn response_format() = "differs.response_format", "response format";
    pub(crate) fn image_detail() = "differs.image_detail", "image detail";
    pub(crate) fn document_name() = "differs.document_name", "document name";
    pub(crate) fn result_name() = "differs.result_name", "tool result's name";
    pub(crate) fn result_error() = "differs.result_error", "tool result's error";
    pub(crate) fn call_ids() = "differs.call_ids", "ids of tool calls";
    pub(crate) fn message_ids() = "differs.message_ids", "ids of messages";
    pub(crate) fn system_parts() = "differs.system_parts", "parts of the system prompt";
    pub(crate) fn text_parts() = "differs.text_parts", "parts of text";
    pub(crate) fn more(count: &str) = "differs.more", "{count} more";
    pub(crate) fn not_listed() = "differs.not_listed", "what differs beside these is not listed";
    pub(crate) fn wording(name: &str) = "differs.wording", "wording of `{name}`";
    pub(crate) fn field(name: &str) = "differs.field", "`{name}`";

    // What is sent.
    pub(crate) fn budget(tokens: &str) = "differs.budget", "a budget of {tokens} tokens";
    pub(crate) fn unlimited_budget() = "differs.unlimited_budget", "a budget without a limit";
    pub(crate) fn on() = "differs.on", "on";

    // Why.
    pub(crate) fn not_taken() = "differs.not_taken", "this model accepts none";
    pub(crate) fn not_taken_thinking() = "differs.not_taken_thinking", "this model accepts none while it thinks";
    pub(crate) fn no_system_input() = "differs.no_system_input", "it is left out, because this model has no input for one";
    pub(crate) fn no_prompt_input() = "differs.no_prompt_input", "this model describes no input for one, and may be no language model";
    pub(crate) fn undescribed(why: &str) = "differs.undescribed", "the usual ones are sent, and one that this model does not know has no effect, because its own description could not be read ({why})";
    pub(crate) fn no_effort() = "differs.no_effort", "this model cannot be told how much to think";
    pub(crate) fn still_thinks() = "differs.still_thinks", "it cannot be turned off for this model, which still thinks";
    pub(crate) fn takes_budget() = "differs.takes_budget", "this model takes a number of tokens, not a word";
    pub(crate) fn takes_switch() = "differs.takes_switch", "this model's thinking is on or off, and no more than that";
    pub(crate) fn nearest() = "differs.nearest", "the nearest that this model supports";
    pub(crate) fn no_limit() = "differs.no_limit", "this model takes no limit";
    pub(crate) fn lowest() = "differs.lowest", "the lowest accepted value";
    pub(crate) fn needs_limit() = "differs.needs_limit", "a limit has to be set";
    pub(crate) fn needs_limit_thinking() = "differs.needs_limit_thinking", "a limit has to be set, and this model thinks before it answers, which counts against it";
    pub(crate) fn budget_counts() = "differs.budget_counts", "thinking counts against the limit, so its budget is added";
    pub(crate) fn failed() = "differs.failed", "this dialect has no mark for a tool that failed, whose text says so";
    pub(crate) fn found_by_id() = "differs.found_by_id", "a result is found by the id of its call in this dialect";
    pub(crate) fn found_by_name() = "differs.found_by_name", "a result is found by the name of its tool, and of several by their order, in this dialect";
    pub(crate) fn no_strict() = "differs.no_strict", "this dialect leaves it to the model whether arguments fit their schema";
    pub(crate) fn strict_unasked() = "differs.strict_unasked", "unless told otherwise, this dialect makes arguments fit their schema where it can, which others do not";
    pub(crate) fn only_tried() = "differs.only_tried", "where it was written for an answer always fits its schema; here it is only tried unless `strict` is set";
    pub(crate) fn letters_of_ids() = "differs.letters_of_ids", "this dialect takes letters of ASCII, digits, `_` and `-` alone, and no model reads them";
    pub(crate) fn always_fits() = "differs.always_fits", "an answer always fits its schema in this dialect";
    pub(crate) fn unnamed_schema() = "differs.unnamed_schema", "a schema has none in this dialect";
    pub(crate) fn named_schema() = "differs.named_schema", "a schema has to have a name";
    pub(crate) fn described() = "differs.described", "it is sent as that of the schema itself, because this dialect has no place beside it";
    pub(crate) fn described_itself() = "differs.described_itself", "the schema has one of its own, and this dialect has no place beside it";
    pub(crate) fn may_be_parallel() = "differs.may_be_parallel", "a model may call several tools at once in this dialect";
    pub(crate) fn no_tool_called() = "differs.no_tool_called", "no tool is to be called";
    pub(crate) fn address_says_it() = "differs.address_says_it", "what is at an address says it itself";
    pub(crate) fn text_unasked() = "differs.text_unasked", "an answer is text unless told otherwise";
    pub(crate) fn model_decides() = "differs.model_decides", "the model decides unless told otherwise";
    pub(crate) fn model_decides_alone() = "differs.model_decides_alone", "the model decides, and cannot be told otherwise";
    pub(crate) fn images_alike() = "differs.images_alike", "this dialect looks at every image alike";
    pub(crate) fn nameless_document() = "differs.nameless_document", "a document has none in this dialect";
    pub(crate) fn one_instruction() = "differs.one_instruction", "there is one instruction, so they stand in lines of their own";
    pub(crate) fn one_text_each() = "differs.one_text_each", "a message has one text, so they stand in lines of their own";
    pub(crate) fn answered_parts() = "differs.answered_parts", "a message of the model with several texts has to have one in this dialect, so its place is sent as its id";
    pub(crate) fn of_model() = "differs.of_model", "it is in every such request to this model's provider";
    pub(crate) fn written_anew() = "differs.written_anew", "this lane is not asked just what was pasted, so its dialect writes it anew";
    pub(crate) fn order_of_gemini() = "differs.order_of_gemini", "it stays in the schema, where Gemini alone is known to read it";
    pub(crate) fn other_name() = "differs.other_name", "this provider takes it by another name";
}
