//! What a lane cannot carry of a request and what to change, as phrases. `api` is the title of a dialect, and `place` a place in the
//! request.

use measure::{Count, Phrase};

measure::phrases! {
    // A field that the dialect does not have.
    pub(crate) fn lacks(api: &str, what: Phrase, instead: Phrase) = "uncarried.lacks", "{api} has no {what}. {instead}";
    pub(crate) fn seed() = "uncarried.seed", "seed";
    pub(crate) fn stop_texts() = "uncarried.stop_texts", "stop texts";
    pub(crate) fn prediction() = "uncarried.prediction", "predicted output";
    pub(crate) fn json_alone() = "uncarried.json_alone", "JSON without a schema";
    pub(crate) fn tool_choice() = "uncarried.tool_choice", "choice of tools";
    pub(crate) fn choice_of_one(name: &str) = "uncarried.choice_of_one", "choice of one tool, such as `{name}`";
    pub(crate) fn parallel_calls() = "uncarried.parallel_calls", "setting for calls in parallel";
    pub(crate) fn mixed_strict() = "uncarried.mixed_strict", "`strict` for some tools and not for others";
    pub(crate) fn conversation() = "uncarried.conversation", "conversation, only a prompt";
    pub(crate) fn tools() = "uncarried.tools", "tools";
    pub(crate) fn response_format() = "uncarried.response_format", "response format";
    pub(crate) fn known_stop_texts() = "uncarried.known_stop_texts", "stop texts that every model knows";
    pub(crate) fn known_top_p() = "uncarried.known_top_p", "top_p that every model knows";
    pub(crate) fn known_seed() = "uncarried.known_seed", "seed that every model knows";

    // What to do instead.
    pub(crate) fn remove_it() = "uncarried.remove_it", "Remove it for this lane.";
    pub(crate) fn remove_them() = "uncarried.remove_them", "Remove them for this lane.";
    pub(crate) fn remove_prediction() = "uncarried.remove_prediction", "Remove the predicted output for this lane.";
    pub(crate) fn prediction_elsewhere() = "uncarried.prediction_elsewhere", "Remove the predicted output for this lane, or use OpenAI Chat Completions.";
    pub(crate) fn remove_parallel_calls() = "uncarried.remove_parallel_calls", "Remove `parallel_tool_calls` for this lane.";
    pub(crate) fn give_schema() = "uncarried.give_schema", "Give it a schema, or remove the response format for this lane.";
    pub(crate) fn leave_to_model() = "uncarried.leave_to_model", "Leave it to the model for this lane.";
    pub(crate) fn require_any() = "uncarried.require_any", "Require any, or leave the choice to the model, for this lane.";
    pub(crate) fn strict_alike() = "uncarried.strict_alike", "Set it for all or for none in this lane.";
    pub(crate) fn as_own_input() = "uncarried.as_own_input", "Remove it for this lane, or send it as an additional field, `input`, under the name that the model's page gives it.";

    // Turns.
    pub(crate) fn late_system(place: Phrase, api: &str) = "uncarried.late_system", "{place} is the system's, and {api} has instructions only at the start. Move it there for this lane.";
    pub(crate) fn system_is_text(place: Phrase, api: &str) = "uncarried.system_is_text", "{place} is more than text, and the instructions of {api} are one text. Replace it by text for this lane.";
    pub(crate) fn of_instructions(name: &str, place: Phrase, api: &str) = "uncarried.of_instructions", "`{name}` of {place} has no place in the instructions of {api}. Remove it for this lane.";
    pub(crate) fn misplaced_call(place: Phrase, api: &str) = "uncarried.misplaced_call", "{place} has a tool call or result where {api} has none. Give it a turn of its own role.";
    pub(crate) fn call_in_result(place: Phrase, api: &str) = "uncarried.call_in_result", "{place} has a tool call or result within a tool result, and {api} has none there. Remove it.";
    pub(crate) fn text_after_call(place: Phrase, api: &str) = "uncarried.text_after_call", "{place} has text after a tool call, and {api} has only text before them. Move it for this lane.";
    pub(crate) fn more_than_results(place: Phrase) = "uncarried.more_than_results", "{place} holds more than what tools returned. Give the rest a turn of its own role.";
    pub(crate) fn misplaced_part(place: Phrase, api: &str) = "uncarried.misplaced_part", "{place} has a part that {api} does not have in this role. Give it a turn of its own role.";
    pub(crate) fn part(place: Phrase, api: &str) = "uncarried.part", "{place} has a part that {api} has no place for. Replace it by text for this lane.";
    pub(crate) fn of_message(names: &str, place: Phrase) = "uncarried.of_message", "{names} of {place} belongs to a message, and the turn has no text. Remove it for this lane.";

    // Images and documents.
    pub(crate) fn image_at_address(place: Phrase, api: &str) = "uncarried.image_at_address", "{place} has an image at an address, and {api} takes only its bytes. Put the bytes into the request for this lane.";
    pub(crate) fn document_at_address(place: Phrase, api: &str) = "uncarried.document_at_address", "{place} has a document at an address, and {api} takes only its bytes. Put the bytes into the request for this lane.";
    pub(crate) fn document(place: Phrase, api: &str) = "uncarried.document", "{place} has a document, and {api} takes its text only. Replace it by its text for this lane.";
    pub(crate) fn kind_of_document(place: Phrase, kind: &str, api: &str) = "uncarried.kind_of_document", "A document of {place} is `{kind}`, and {api} takes PDF and plain text. Convert it for this lane.";
    pub(crate) fn kind_of_image(place: Phrase, kind: &str, api: &str, kinds: Vec<&str>) = "uncarried.kind_of_image", "An image of {place} is `{kind}`, and {api} takes {kinds}. Convert it for this lane.";
    pub(crate) fn silent_failure(place: Phrase, api: &str) = "uncarried.silent_failure", "{place} failed without a word, and {api} has no mark for a tool that failed. Say in its text what happened.";
    pub(crate) fn no_text(place: Phrase) = "uncarried.no_text", "A document of {place} is said to be text, and its bytes are none. Mend it.";
    pub(crate) fn no_bytes() = "uncarried.no_bytes", "An image or a document has no bytes: its data is no Base64, or was lost. Attach it again.";

    // Calls of tools and their results.
    pub(crate) fn result_is_text(place: Phrase, api: &str) = "uncarried.result_is_text", "{place} is more than text, and {api} takes only text there. Replace it by text for this lane.";
    pub(crate) fn nameless_result(place: Phrase, api: &str) = "uncarried.nameless_result", "{place} does not say which tool it is of, and {api} finds it by that. Name the tool, or add its call.";
    pub(crate) fn result_out_of_order(place: Phrase, api: &str) = "uncarried.result_out_of_order", "{place} stands before that of an earlier call of the same tool, and {api} tells them apart by their order alone. Put the results in the order of their calls for this lane.";
    pub(crate) fn of_result(name: &str, place: Phrase, api: &str) = "uncarried.of_result", "`{name}` of {place} has no place in {api}. Remove it for this lane.";
    pub(crate) fn inexact(name: &str, place: Phrase, api: &str) = "uncarried.inexact", "The arguments of `{name}` in {place} have a number or a name twice that only their text keeps, and {api} takes an object. Write the number as text, or the name once, for this lane.";
    pub(crate) fn arguments(name: &str, place: Phrase, api: &str) = "uncarried.arguments", "The arguments of `{name}` in {place} are no JSON object, and {api} takes nothing else. Mend them for this lane.";

    // Cache marks.
    pub(crate) fn cache_mark(place: Phrase, api: &str) = "uncarried.cache_mark", "{place} has a cache mark, and {api} has none there. Remove the mark for this lane.";
    pub(crate) fn undocumented_mark(place: Phrase, label: &str) = "uncarried.undocumented_mark", "{place} has a cache mark, and none is documented for {label}. Remove the mark for this lane.";
    pub(crate) fn cache_time(place: Phrase, time: &str, api: &str, known: Vec<&str>) = "uncarried.cache_time", "A cache mark of {place} lasts `{time}`; {api} has {known}. Change it for this lane.";

    // What is of one dialect alone.
    pub(crate) fn own(what: Phrase, own: &str, api: &str) = "uncarried.own", "{what} is kept as {own} has it, and not translated for {api}. Remove it for this lane.";
    pub(crate) fn own_tool(name: &str) = "uncarried.own_tool", "The tool `{name}`";
    pub(crate) fn own_part(name: &str, place: Phrase) = "uncarried.own_part", "The part `{name}` of {place}";
    pub(crate) fn own_field(name: &str) = "uncarried.own_field", "The field `{name}`";
    pub(crate) fn own_header(name: &str) = "uncarried.own_header", "The header `{name}`";
    pub(crate) fn own_name(name: &str, place: Phrase) = "uncarried.own_name", "`{name}` of {place}";
    pub(crate) fn set_twice(name: &str, place: Phrase) = "uncarried.set_twice", "`{name}` of {place} is set twice. Remove it from its own fields.";

    // The whole request.
    pub(crate) fn only_instructions(api: &str) = "uncarried.only_instructions", "The request has only instructions, and {api} needs a turn of the user. Write a prompt for this lane.";
    pub(crate) fn turns(turns: Count, most: Count) = "uncarried.turns", "The conversation has {turns} turns; at most {most} are sent. Shorten it.";
    pub(crate) fn large_seed() = "uncarried.large_seed", "The seed is beyond 2^53, which JSON readers round. Take a smaller one.";
    pub(crate) fn length(most: Count) = "uncarried.length", "The request is longer than {most} MB. Shorten its turns or its images.";
    pub(crate) fn depth(most: Count) = "uncarried.depth", "Lists and objects of this request are nested more than {most} deep. Flatten its schema or its arguments.";
    pub(crate) fn key_in_field(name: &str) = "uncarried.key_in_field", "The field `{name}` looks like a key, which only a header carries. Remove it, and set the key under Providers.";

    // What a model is known to refuse.
    pub(crate) fn no_sampling(name: &str, model: &str, why: Phrase) = "uncarried.no_sampling", "`{name}` sets the sampling, and {model} does not take it: {why}. Remove it for this lane.";
    pub(crate) fn thinking_type(kind: &str, model: &str, known: Vec<String>) = "uncarried.thinking_type", "{model} takes no `thinking` of the type `{kind}`, only {known}. Change it for this lane.";
    pub(crate) fn budget_alone(kind: &str) = "uncarried.budget_alone", "`thinking.budget_tokens` belongs to the type `enabled`, and `{kind}` takes none. Remove it for this lane.";
    pub(crate) fn no_budget(model: &str, least: Count) = "uncarried.no_budget", "`thinking` of the type `enabled` has no `budget_tokens`, of which {model} takes at least {least}. Add them for this lane.";
    pub(crate) fn least_budget(asked: Count, model: &str, least: Count) = "uncarried.least_budget", "`thinking.budget_tokens` is {asked}, and {model} takes at least {least}. Raise it for this lane.";
    pub(crate) fn budget_beyond_limit(asked: Count, limit: Count) = "uncarried.budget_beyond_limit", "`thinking.budget_tokens` is {asked}, and has to be less than max tokens, {limit}. Lower it, or raise max tokens, for this lane.";
    pub(crate) fn forced_tool(model: &str) = "uncarried.forced_tool", "{model} cannot be made to call a tool while it thinks. Leave the choice of the tool to the model, or take the thinking out, for this lane.";

    // Additional fields and headers.
    pub(crate) fn written_field(name: &str) = "uncarried.written_field", "The additional field `{name}` is written from the rest of the request. Remove it.";
    pub(crate) fn limiting_field(name: &str) = "uncarried.limiting_field", "The additional field `{name}` limits the answer. Set max tokens instead, which costs are reckoned with.";
    pub(crate) fn background() = "uncarried.background", "The additional field `background` needs answers to be stored, and a race stores none. Remove it.";
    pub(crate) fn several_answers(name: &str) = "uncarried.several_answers", "The additional field `{name}` asks for several answers, and one is timed. Remove it.";
    pub(crate) fn field_set_twice(name: &str) = "uncarried.field_set_twice", "The additional field `{name}` is already set by the rest of the request. Remove one of them.";
    pub(crate) fn headers(headers: Count, most: Count) = "uncarried.headers", "There are {headers} additional headers; at most {most} are sent. Remove some.";
    pub(crate) fn our_header(name: &str) = "uncarried.our_header", "The header `{name}` is set by Paceline alone; a key is set under Providers. Remove it.";
    pub(crate) fn providers_header(name: &str, label: &str) = "uncarried.providers_header", "The header `{name}` is already set for {label}. Remove it.";
    pub(crate) fn long_header(name: &str, most: Count) = "uncarried.long_header", "The header `{name}` is longer than {most} bytes. Shorten it.";
    pub(crate) fn key_in_header(name: &str) = "uncarried.key_in_header", "The header `{name}` looks like a key. Remove it, and set the key under Providers.";
    pub(crate) fn no_header(name: &str) = "uncarried.no_header", "The header `{name}` has characters that no header can have. Mend it.";
}
