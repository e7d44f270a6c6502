//! Why a set of prompts cannot be read, and where, as phrases. What a library says of JSON, YAML or a check is in its own words.

use measure::{Count, Phrase};

measure::phrases! {
    // Where.
    pub(super) fn at(line: &str, place: Phrase, why: Phrase) = "unread_set.at", "Line {line} of the prompts, {place}: {why}";
    pub(super) fn within(place: Phrase, why: Phrase) = "unread_set.within", "The prompts, {place}: {why}";
    pub(super) fn column(number: &str) = "unread_set.column", "column {number}";
    pub(super) fn named_column(name: &str) = "unread_set.named_column", "column `{name}`";
    pub(super) fn request(number: &str) = "unread_set.request", "request {number}";
    pub(super) fn row(number: &str) = "unread_set.row", "row {number}";
    pub(super) fn prompt(number: &str) = "unread_set.prompt", "prompt {number}";
    pub(super) fn test(number: &str) = "unread_set.test", "test {number}";
    pub(super) fn configuration() = "unread_set.configuration", "the configuration";
    pub(super) fn files() = "unread_set.files", "its files";
    pub(super) fn providers() = "unread_set.providers", "its providers";
    pub(super) fn of_row(number: &str, why: Phrase) = "unread_set.of_row", "row {number}: {why}";
    pub(super) fn of_field(field: &str, why: Phrase) = "unread_set.of_field", "`{field}`: {why}";

    // A whole text.
    pub(super) fn empty() = "unread_set.empty", "The set of prompts holds none.";
    pub(super) fn pointer() = "unread_set.pointer", "it is a pointer of Git LFS. `git lfs pull` gets the file itself.";
    pub(super) fn registry() = "unread_set.registry", "it is a registry of OpenAI evals. Give the file that its `samples_jsonl` names.";
    pub(super) fn no_json(error: &str) = "unread_set.no_json", "it is no JSON: {error}.";
    pub(super) fn no_json_line(error: &str) = "unread_set.no_json_line", "it is no JSON: {error}. Write each prompt as a JSON string, such as \"Why do rivers bend?\", or as an object with a \"prompt\".";
    pub(super) fn no_list(error: &str) = "unread_set.no_list", "it is no JSON list of prompts: {error}.";
    pub(super) fn no_yaml(error: &str) = "unread_set.no_yaml", "it is no YAML that can be read: {error}.";
    pub(super) fn too_many(many: Count, most: Count) = "unread_set.too_many", "there are {many} prompts; at most {most} are asked. Split the file.";
    pub(super) fn too_large(most: &str) = "unread_set.too_large", "its values would take more than {most} MB of memory. Split the file, or take out what no prompt needs.";
    pub(super) fn too_long(most: &str) = "unread_set.too_long", "filled in, the prompts come to more than {most} MB. Split the table, or shorten the prompt.";

    // A table.
    pub(super) fn unknown_column(known: &str) = "unread_set.unknown_column", "a set of prompts has no such column. Columns are {known}; a table that fills the variables of a prompt is given with --table.";
    pub(super) fn no_prompt() = "unread_set.no_prompt", "there is no prompt. Write one in this column.";

    // A row.
    pub(super) fn no_row() = "unread_set.no_row", "a row is a prompt as a JSON string, or an object.";
    pub(super) fn unknown_field(known: &str) = "unread_set.unknown_field", "a row has no such field. Its fields are name, prompt, system, messages, {known}, request, payload, expected, check and checks.";
    pub(super) fn settings() = "unread_set.settings", "its token limit, temperature and effort are settings of the plan. Take them out.";
    pub(super) fn unlike(name: &str, asked: &str, before: &str) = "unread_set.unlike", "its {name} is {asked}, and that of the rows before it {before}. It is a setting of the plan, the same for every row: make them alike, or take it out of the rows and set it there.";
    pub(super) fn name_is_text() = "unread_set.name_is_text", "a name is a text.";
    pub(super) fn prompt_is_text() = "unread_set.prompt_is_text", "a prompt is a text.";
    pub(super) fn system_is_text() = "unread_set.system_is_text", "a system prompt is a text.";
    pub(super) fn two_ways(ways: &str) = "unread_set.two_ways", "a row asks in one way, and this one has {ways}. Leave one.";
    pub(super) fn no_way() = "unread_set.no_way", "a row asks with a \"prompt\", with \"messages\" or with a whole \"request\". Give it one.";
    pub(super) fn two_systems() = "unread_set.two_systems", "the request has a system prompt of its own. Leave one.";
    pub(super) fn two_payloads() = "unread_set.two_payloads", "the row's messages or request are its payload. Leave one.";
    pub(super) fn no_payload(error: &str) = "unread_set.no_payload", "it is none as a run's document has it: {error}.";
    pub(super) fn messages_are_list() = "unread_set.messages_are_list", "messages are a list, each with a \"role\" and a \"content\".";
    pub(super) fn no_ideal() = "unread_set.no_ideal", "a sample of evals without an \"ideal\" is judged by a model, and no check here does that. Give it an \"ideal\" or a \"check\", or ask with \"messages\" and name a judge for the race.";
    pub(super) fn ideal_is_text() = "unread_set.ideal_is_text", "it is a text, or a list of texts.";

    // What it expects.
    pub(super) fn no_number() = "unread_set.no_number", "no answer has such a number.";
    pub(super) fn no_expected() = "unread_set.no_expected", "an expected answer is a text or a number. For JSON give \"checks\" with a `json-schema:…`, for a call of a tool with a `tool-call-equals:…`.";
    pub(super) fn no_checks() = "unread_set.no_checks", "checks are a list, such as [\"icontains:Paris\"].";
    pub(super) fn no_list_of_checks(error: &str) = "unread_set.no_list_of_checks", "checks are a JSON list, such as [\"icontains:Paris\"]; this is none: {error}.";
    pub(super) fn no_check(error: &str) = "unread_set.no_check", "this is no check as a document has it: {error}.";
    pub(super) fn check_is_text() = "unread_set.check_is_text", "a check is a text such as \"icontains:Paris\", or an object with its \"kind\".";
}
