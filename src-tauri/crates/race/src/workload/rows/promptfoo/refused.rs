//! What of a configuration of promptfoo cannot be carried, and what to do, each in a sentence or two after the place where it stands.

use measure::{Count, Phrase};

measure::phrases! {
    // The whole.
    pub(super) fn no_prompts() = "unread_promptfoo.no_prompts", "it has no `prompts`, so it is no set of prompts. Write them in a list of that name, as promptfoo has them, or one in each line.";
    pub(super) fn redteam() = "unread_promptfoo.redteam", "by `redteam` promptfoo makes its tests up. Give the file that `promptfoo redteam generate` writes.";
    pub(super) fn field(name: &str) = "unread_promptfoo.field", "`{name}` is not carried. Take it out.";
    pub(super) fn no_list() = "unread_promptfoo.no_list", "write them in a list.";
    pub(super) fn file(file: &str) = "unread_promptfoo.file", "the file {file} is not read here. Give the configuration to `paceline race --prompts`, which reads files beside it, or write it out.";
    pub(super) fn column() = "unread_promptfoo.column", "this column of promptfoo's is not carried. Delete it.";

    // Prompts, and what providers offer.
    pub(super) fn labels() = "unread_promptfoo.labels", "`prompts` of a test is a list of their labels.";
    pub(super) fn label(name: &str) = "unread_promptfoo.label", "there is no prompt with the label `{name}`.";
    pub(super) fn prompt() = "unread_promptfoo.prompt", "a prompt is a text. Functions are not run; write it out.";
    pub(super) fn providers_differ(names: &str) = "unread_promptfoo.providers_differ", "they differ in {names}, and a row asks every lane the same. Make a configuration for each.";

    // Tests and their variables.
    pub(super) fn test() = "unread_promptfoo.test", "a test is an object.";
    pub(super) fn option(name: &str) = "unread_promptfoo.option", "`{name}` of its options is not carried. Take it out.";
    pub(super) fn assert_list() = "unread_promptfoo.assert_list", "`assert` is a list.";
    pub(super) fn by_name(name: &str) = "unread_promptfoo.by_name", "`{name}` has a value for each name.";
    pub(super) fn nested(name: &str, other: &str) = "unread_promptfoo.nested", "the variable `{name}` has `{other}` in it, which promptfoo fills in too. Write out what it stands for.";
    pub(super) fn empty_variable(name: &str) = "unread_promptfoo.empty_variable", "the variable `{name}` is empty. Write it as a text, `''` for none.";
    pub(super) fn variable(name: &str) = "unread_promptfoo.variable", "the variable `{name}` is no text, number or list of them. Write it as a text.";
    pub(super) fn values(name: &str, most: Count) = "unread_promptfoo.values", "the variable `{name}` has no value, or more than {most}.";
    pub(super) fn unfilled(why: Phrase) = "unread_promptfoo.unfilled", "{why}.";
    pub(super) fn program(tag: &str, names: &str) = "unread_promptfoo.program", "it has `{tag}`, by which promptfoo fills it in; here `{names}` are filled in alone. Write it out.";

    // Assertions.
    pub(super) fn set_field(name: &str) = "unread_promptfoo.set_field", "`{name}` of an `assert-set` is not carried. Take it out.";
    pub(super) fn set_list() = "unread_promptfoo.set_list", "an `assert-set` has its assertions in a list `assert`.";
    pub(super) fn set_within() = "unread_promptfoo.set_within", "an `assert-set` has assertions, and no other set. Write them out.";
    pub(super) fn reference(name: &str) = "unread_promptfoo.reference", "there is no assertion at `{name}` in this configuration.";
    pub(super) fn threshold(whose: Phrase) = "unread_promptfoo.threshold", "the `threshold` of {whose} is a number from 0 to 1.";
    pub(super) fn assertion() = "unread_promptfoo.assertion", "an assertion is an object with a `type`.";
    pub(super) fn no_type() = "unread_promptfoo.no_type", "an assertion has no `type`.";
    pub(super) fn value_file(kind: &str, file: &str) = "unread_promptfoo.value_file", "the value of `{kind}` is the file {file}, which was not read. Write it out.";
    pub(super) fn of_value(kind: &str, why: Phrase) = "unread_promptfoo.of_value", "the value of `{kind}`: {why}";
    pub(super) fn value(kind: &str) = "unread_promptfoo.value", "the value of `{kind}` is a text.";
    pub(super) fn no_value(kind: &str) = "unread_promptfoo.no_value", "`{kind}` has no value.";
    pub(super) fn value_list(kind: &str, most: Count) = "unread_promptfoo.value_list", "the value of `{kind}` is a list of 1 to {most} texts.";
    pub(super) fn value_schema() = "unread_promptfoo.value_schema", "the value of `is-json` is a JSON Schema as an object.";
    pub(super) fn value_words() = "unread_promptfoo.value_words", "the value of `word-count` is a number, or `min` and `max`.";
    pub(super) fn empty_text(kind: &str) = "unread_promptfoo.empty_text", "a text of `{kind}` is empty, and every answer would pass it. Give it a text, or take the assertion out.";
    pub(super) fn comma() = "unread_promptfoo.comma", "a comma stands behind each text in quotation marks.";
    pub(super) fn open_quotation() = "unread_promptfoo.open_quotation", "a text in quotation marks has no end.";
}
