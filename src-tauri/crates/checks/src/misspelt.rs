//! What is wrong with a check as it is written on a command line or in a row of a set, and how to write it, in a sentence or two.

measure::phrases! {
    pub(crate) fn nothing(kind: &str, form: &str) = "misspelt.nothing", "The check `{kind}` needs something to check for: `{form}`.";
    pub(crate) fn json() = "misspelt.json", "Write `json`, or `json:fenced`.";
    pub(crate) fn no_json(error: &str) = "misspelt.no_json", "This is no JSON of the form expected: {error}.";
    pub(crate) fn alone(kind: &str) = "misspelt.alone", "Write `{kind}` alone.";
    pub(crate) fn opposite(kind: &str) = "misspelt.opposite", "There is no such check. Write `not:{kind}:…`.";
    pub(crate) fn unknown(forms: &str) = "misspelt.unknown", "There is no such check. Checks are {forms}.";
    pub(crate) fn number() = "misspelt.number", "Write a number as `42`, `42±0.5`, `42±1%` or `first:42`; `+-` is `±`.";
    pub(crate) fn length() = "misspelt.length", "Write a length as `10..50`, `10..`, `..50` or `10`.";
}
