//! What is told of a captured request: what was read differently than it stands there, and what is kept verbatim.

use measure::{Count, Phrase};

measure::phrases! {
    // The text.
    pub(super) fn several(requests: Count, first: Phrase) = "captured.several", "There are {requests} requests, and this reads one: {first} is taken. For another, give it alone.";
    pub(super) fn first() = "captured.first", "the first";
    pub(super) fn first_named(name: &str) = "captured.first_named", "the first, `{name}`,";
    pub(super) fn of_batch(place: &str) = "captured.of_batch", "It is a line of a batch: `{place}` is read as a request by itself.";
    pub(super) fn of_batch_without(place: &str, left: Vec<String>, n: Count) = "captured.of_batch_without", "It is a line of a batch: `{place}` is read as a request by itself, and {left} {n:is|are} not sent.";
    pub(super) fn unsure(why: Phrase) = "captured.unsure", "It is read as a body of Anthropic Messages, because {why}; nothing in it is sure. If it is one of OpenAI Chat Completions, paste the curl line, whose address tells it.";
    pub(super) fn claude() = "captured.claude", "its model is Anthropic's";
    pub(super) fn thinks() = "captured.thinks", "it asks for thinking as Anthropic's API does";
    pub(super) fn marked() = "captured.marked", "it has Anthropic's cache marks";
    pub(super) fn rounded(number: &str) = "captured.rounded", "The number {number} has more digits than JSON readers keep, so it is sent rounded. Write it as text if all count.";
    pub(super) fn more_rounded(more: Count) = "captured.more_rounded", "So are {more} other numbers.";
    pub(super) fn repeated(place: &str) = "captured.repeated", "`{place}` stands there more than once; the last is read, as most servers read it.";
    pub(super) fn more_repeated(more: Count) = "captured.more_repeated", "So do {more} other names.";
    pub(super) fn more_notes(more: Count) = "captured.more_notes", "{more} more notes like these are not listed.";
    pub(super) fn key_in_field(place: &str) = "captured.key_in_field", "`{place}` is left out, because it carries a key, which only a header may.";
    pub(super) fn more_keys(more: Count) = "captured.more_keys", "So are {more} more fields with keys.";
    pub(super) fn key_in_text(place: &str) = "captured.key_in_text", "`{place}` has a word that looks like a key. It is sent to every lane as it stands, and kept in the history and in exports. If it is one, take it out and paste the request again.";
    pub(super) fn more_keys_in_text(more: Count) = "captured.more_keys_in_text", "So {more:has|have} {more} other {more:text|texts}.";
    pub(super) fn of_sdk(name: &str) = "captured.of_sdk", "`{name}` is left out: it is the SDK's own and is not sent.";

    // The line around it.
    pub(super) fn rest_of_line(sign: &str) = "captured.rest_of_line", "`{sign}` and what follows it in the line are left out: one request is read, and nothing is run.";
    pub(super) fn below_text() = "captured.below_text", "What follows the text below the line is left out: one request is read, and nothing is run.";
    pub(super) fn after_call() = "captured.after_call", "What follows the call is left out: one request is read, and nothing is run.";
    pub(super) fn doubled_quotes() = "captured.doubled_quotes", "`''` between single quotes is read as one quote, as PowerShell reads it.";
    pub(super) fn escaped_quotes() = "captured.escaped_quotes", "`\\\"` in the body is read as a quote, as Windows PowerShell hands it on.";
    pub(super) fn files_of_line() = "captured.files_of_line", "The files that the line reads or writes by `<` and `>` are left out.";
    pub(super) fn unsent_text() = "captured.unsent_text", "The text that the line is given to read is left out: no option such as `-d @-` sends it.";
    pub(super) fn own_way(name: &str) = "captured.own_way", "`{name}` is left out: a lane goes the way that is set under Network, and logs in with a key in a header alone.";
    pub(super) fn session() = "captured.session", "The session with its cookies is left out: a lane logs in with a key in a header alone.";

    // Its address.
    pub(super) fn query(name: &str) = "captured.query", "`{name}` of the address is left out: the address of a lane has no query.";
    pub(super) fn slash() = "captured.slash", "The `/` at the end of the address is left out.";
    pub(super) fn without_versions() = "captured.without_versions", "It is asked under `/openai/v1`, Azure's address without versions.";
    pub(super) fn deployment(model: &str) = "captured.deployment", "The deployment `{model}` is the model, and is asked under `/openai/v1`, Azure's address without versions.";

    // Its headers.
    pub(super) fn header_in_variable(name: &str) = "captured.header_in_variable", "The header that stands in the variable `{name}` is left out; write it out if it carries no key.";
    pub(super) fn agent() = "captured.agent", "The user agent is left out: every request says that it is Paceline's.";
    pub(super) fn empty_header() = "captured.empty_header", "A header without a name or a value is left out.";
    pub(super) fn no_text_header() = "captured.no_text_header", "A header that is no text is left out.";
    pub(super) fn login_header(name: &str) = "captured.login_header", "The header `{name}` is left out, because it carries a key or a login.";
    pub(super) fn version_header(name: &str, version: &str) = "captured.version_header", "The header `{name}` is left out: every request is sent with {version}.";
    pub(super) fn host_header(host: &str) = "captured.host_header", "The header `host` with `{host}` is left out: a lane names the host of its address. If the server answers for several hosts, give the address by that name.";
    pub(super) fn repeat_header(name: &str) = "captured.repeat_header", "The header `{name}` is left out: by it a server takes every request of a race for the same one.";
    pub(super) fn header_twice(name: &str) = "captured.header_twice", "The header `{name}` is there twice; the last is sent.";
    pub(super) fn header(name: &str) = "captured.header", "The header `{name}` is sent as it is, to lanes of this request’s dialect only.";

    // Its body.
    pub(super) fn streamed() = "captured.streamed", "`stream` was false; the answer is streamed, because it is timed.";
    pub(super) fn own_field(name: &str, api: &str) = "captured.own_field", "`{name}` is sent as it is, to lanes of {api} only.";
    pub(super) fn more_own_fields(more: Count) = "captured.more_own_fields", "So {more:is|are} {more} more {more:field|fields} of the body.";
    pub(super) fn results_first(place: Phrase) = "captured.results_first", "{place}: what tools returned is put in front of the rest for lanes of another API.";
    pub(super) fn functions() = "captured.functions", "`functions`, `function_call` and turns of the role `function` are read as tools, which lanes of other APIs are sent.";
    pub(super) fn system_role() = "captured.system_role", "`role` of the system instruction goes to no lane of another API: no model reads it.";
    pub(super) fn item_ids() = "captured.item_ids", "`id` and `status` of earlier items are left out, but of an answer of several parts for Responses: no model reads them.";
    pub(super) fn version_field() = "captured.version_field", "`anthropic_version` is left out: each lane says the version that its provider takes.";
    pub(super) fn begun_answer() = "captured.begun_answer", "It ends with a turn of the assistant. Claude goes on with it as the beginning of its answer, where most other models begin one of their own.";
    pub(super) fn stream_option(name: &str) = "captured.stream_option", "`{name}` of `stream_options` is as each lane sets it, so that all streams are timed and counted alike.";
    pub(super) fn added(names: &str) = "captured.added", "Added to what was pasted, so that the answer is streamed and not stored: {names}.";
    pub(super) fn added_options(name: &str) = "captured.added_options", "`{name}` is added in each lane whose provider takes it, so that the tokens are counted.";
    pub(super) fn not_word_for_word(name: &str) = "captured.not_word_for_word", "`{name}` is not sent word for word; what each lane sends is shown before the start.";
    pub(super) fn too_long_for_words(name: &str) = "captured.too_long_for_words", "`{name}` is too long to be kept word for word, and is written anew with the same meaning.";
}
