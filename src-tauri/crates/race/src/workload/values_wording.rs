//! What is wrong with a prompt that has variables, or with the table of their values, as phrases. Braces are values of theirs, since
//! those of a template name its holes.

use measure::Count;

measure::phrases! {
    pub(crate) fn braces_open(open: &str, close: &str, literal: &str, character: Count, line: Count) = "values.braces_open", "the `{open}` at character {character} (line {line}) is never closed; write `{close}` after the variable's name, or `{literal}` for two literal braces";
    pub(crate) fn no_variable(given: &str, example: &str, literal: &str, character: Count, line: Count) = "values.no_variable", "`{given}` at character {character} (line {line}) is not a variable; write a name between the braces, such as `{example}`, or `{literal}` for two literal braces";
    pub(crate) fn no_value(names: &str) = "values.no_value", "there is no value for {names}; give one for each variable of the template";

    pub(crate) fn no_rows() = "values.no_rows", "the table has no rows; its first line names the variables, and each line after it gives their values";
    pub(crate) fn no_name(column: Count, line: Count) = "values.no_name", "column {column} has no name in the header (line {line}); name it after a variable, or delete the column";
    pub(crate) fn named_twice(name: &str, line: Count) = "values.named_twice", "the header (line {line}) names `{name}` twice; rename one of the two columns";
    pub(crate) fn other_length(line: Count, found: Count, expected: Count) = "values.other_length", "the row in line {line} has {found} {found:value|values} where the header names {expected}; add or delete values, and put double quotes around a value that has a comma in it";
    pub(crate) fn quote_open(line: Count) = "values.quote_open", "a double quote in the row that begins in line {line} is never closed; close it, and write a quote inside a quoted value twice";
    pub(crate) fn too_many_rows(most: Count) = "values.too_many_rows", "the table has more than {most} rows, and at most so many prompts are asked; split it";
    pub(crate) fn too_many_cells(most: Count) = "values.too_many_cells", "the table has more than {most} values; delete columns that no prompt names, or split it";
    pub(crate) fn unreadable(why: &str) = "values.unreadable", "the table cannot be read: {why}; save it again as CSV in UTF-8";
}
