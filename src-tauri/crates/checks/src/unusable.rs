//! Why a check cannot be used, in sentences: a person reads them before anything is sent. What the regular expression engine and
//! the schema validator say is in their own words.

use measure::{Count, Phrase};

measure::phrases! {
    // Texts, numbers, lengths and languages.
    pub(crate) fn empty_text() = "unusable.empty_text", "Every answer contains an empty text.";
    pub(crate) fn long_text(most: Count) = "unusable.long_text", "The expected text is longer than {most} bytes.";
    pub(crate) fn number() = "unusable.number", "The expected number is not finite.";
    pub(crate) fn tolerance() = "unusable.tolerance", "The tolerance is negative or not finite.";
    pub(crate) fn no_limit() = "unusable.no_limit", "The length has no limit; give a lower or an upper one.";
    pub(crate) fn no_length(least: Count, most: Count) = "unusable.no_length", "No length is at least {least} and at most {most}.";
    pub(crate) fn language(known: Count) = "unusable.language", "The language is not among the {known} that are told apart. Give its code of ISO 639, such as `de` or `deu`.";

    // Regular expressions.
    pub(crate) fn long_pattern(most: Count) = "unusable.long_pattern", "The pattern is longer than {most} bytes.";
    pub(crate) fn large_pattern() = "unusable.large_pattern", "Compiled, the pattern takes more than 1 MB.";
    pub(crate) fn pattern(error: &str) = "unusable.pattern", "The pattern is not understood: {error}.";
    pub(crate) fn pattern_panicked() = "unusable.pattern_panicked", "The pattern cannot be compiled.";
    pub(crate) fn too_many_patterns() = "unusable.too_many_patterns", "The patterns of all checks and tools together are too large to be compiled.";

    // Schemas.
    pub(crate) fn schema(error: &str, place: &str) = "unusable.schema", "This is no schema: {error} at {place}.";
    pub(crate) fn schema_panicked() = "unusable.schema_panicked", "The schema cannot be compiled.";
    pub(crate) fn large_schema(values: Count, bytes: Count) = "unusable.large_schema", "The schema is too large: it may have {values} values and {bytes} bytes of text.";
    pub(crate) fn deep_schema(most: Count) = "unusable.deep_schema", "The schema's parts lie more than {most} deep within each other.";
    pub(crate) fn endless_schema() = "unusable.endless_schema", "The schema applies a part of it to the same value again, without end. JSON Schema leaves open what that means.";
    pub(crate) fn no_schema() = "unusable.no_schema", "A schema is an object, or true or false.";
    pub(crate) fn keyword(keyword: &str) = "unusable.keyword", "The schema uses `{keyword}`, which is not checked here.";
    pub(crate) fn inner_id(keyword: &str) = "unusable.inner_id", "A part of the schema has an `{keyword}` of its own.";
    pub(crate) fn reference_outside() = "unusable.reference_outside", "A `$ref` of the schema leads outside of it, or to an anchor. Write it as `#/…`.";
    pub(crate) fn reference_nowhere() = "unusable.reference_nowhere", "A `$ref` of the schema leads nowhere.";
    pub(crate) fn patterns_of_schema(most: Count) = "unusable.patterns_of_schema", "The schema has more than {most} patterns.";

    // Tool calls.
    pub(crate) fn no_tool() = "unusable.no_tool", "The request offers no tool, so no call of one can be valid.";
    pub(crate) fn of_tool(tool: &str, why: Phrase) = "unusable.of_tool", "The tool {tool}: {why}";
    pub(crate) fn many_calls(most: Count) = "unusable.many_calls", "More than {most} tool calls are expected.";
    pub(crate) fn arguments(tool: &str) = "unusable.arguments", "The expected arguments of {tool} are not an object.";
    pub(crate) fn arguments_twice(tool: &str) = "unusable.arguments_twice", "The expected arguments of {tool} are given twice, once as possible ones.";
    pub(crate) fn argument_without_list(tool: &str) = "unusable.argument_without_list", "The expected arguments of {tool} have one without a list of its possible values.";

    // Opposites.
    pub(crate) fn twice_opposite() = "unusable.twice_opposite", "The opposite of an opposite is the check itself.";
    pub(crate) fn opposite_of_valid() = "unusable.opposite_of_valid", "Tool calls are asked for as valid ones. For an answer that calls no tool, expect no calls: `tool-call-equals:[]`.";
    pub(crate) fn opposite_of_command() = "unusable.opposite_of_command", "A command says the opposite itself, by the status that it ends with, as in `! grep -q Paris`.";
    pub(crate) fn opposite_of_foreign() = "unusable.opposite_of_foreign", "What no check here finds has no opposite.";

    // Commands.
    pub(crate) fn no_command() = "unusable.no_command", "There is no command.";
    pub(crate) fn long_command(most: Count) = "unusable.long_command", "The command is longer than {most} characters. Put it into a file of its own.";
    pub(crate) fn hidden_in_command() = "unusable.hidden_in_command", "The command has characters that cannot be seen, such as line breaks. Put it into a file of its own.";
}
