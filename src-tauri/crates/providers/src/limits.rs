//! Limits on what a server may send. A server that sends more ends its own lane, which keeps what had arrived; nothing
//! a server sends takes more memory or time than these limits allow.
//!
//! They are far above what honest servers send. `docs/limits.md` shows them.

use std::time::Duration;

/// The whole body of a response, in bytes.
pub(crate) const LARGEST_BODY: usize = 256 * MB;
/// One line and one event of a stream, in bytes.
pub(crate) const LONGEST_EVENT: usize = 4 * MB;
/// The parsed values of one event, list or description, in bytes: a short object takes a hundred times its own length.
pub(crate) const LARGEST_JSON: usize = 64 * MB;
/// Events of one stream, comments included.
pub(crate) const MOST_EVENTS: u32 = 10_000_000;
/// Entries in the log of one stream. Consecutive comments are two entries, the first and the last.
pub(crate) const MOST_MARKS: usize = 1_000_000;
/// Text of one stream, in bytes: reasoning, answer and tool calls together.
pub(crate) const LONGEST_TEXT: usize = 4 * MB;
/// Everything kept of a race's lane over its rounds, in bytes: logs, and texts twice. Beyond it no more is sent.
pub const LARGEST_LANE: usize = 256 * MB;
/// Everything kept of a sweep's level, in bytes: the logs of all its requests, and texts twice. Beyond it the level
/// ends.
pub const LARGEST_LEVEL: usize = 512 * MB;
/// The prompt and the system text of a later step of a chain with the answers of earlier ones in them, in bytes. Beyond it the step
/// is not sent: a prompt may name an answer of [`LONGEST_TEXT`] any number of times.
pub const LARGEST_STEP: usize = 8 * MB;
/// Usage reports of one stream; later ones replace the last.
pub(crate) const MOST_USAGE_REPORTS: usize = 1_000;
/// Values in one usage report, and bytes of one text in it. A larger report is not read.
pub(crate) const LARGEST_USAGE_REPORT: usize = 256;
/// Tool calls of one answer that are told apart where their ends name them by an id. No model makes as many.
pub(crate) const MOST_CALLS: usize = 10_000;
/// A fact that a server states about itself, such as its model's name, in characters.
pub(crate) const LONGEST_FACT: usize = 256;
/// Rate-limit headers of one response.
pub(crate) const MOST_RATE_LIMITS: usize = 64;
/// The head of a response, and the largest single read, in bytes. A larger read would be parsed in one go while the
/// other lanes wait.
pub(crate) const LARGEST_HEAD: usize = 64 * KB;
/// Everything before a response's body, in bytes: interim responses such as `100 Continue`, and the head.
pub(crate) const LARGEST_PREAMBLE: u64 = 256 * KB as u64;
/// The body of a refusal, in bytes.
pub(crate) const LARGEST_REFUSAL: usize = 64 * KB;
/// Time for the body of a refusal to arrive.
pub(crate) const REFUSAL_TIME: Duration = Duration::from_secs(5);
/// Bytes that may follow the end marker, and the time in which the body must then end. They are not read.
pub(crate) const LARGEST_END: usize = 64 * KB;
/// See [`LARGEST_END`].
pub(crate) const END_TIME: Duration = Duration::from_secs(2);
/// A body that says where a stream is, in bytes; it repeats the prompt.
pub(crate) const LARGEST_DESCRIPTION: usize = 16 * MB;
/// Making a connection: name, TCP, proxy and TLS together.
pub(crate) const CONNECT_TIME: Duration = Duration::from_secs(12);
/// Time from the request to its first visible text, whatever else arrives.
pub(crate) const FIRST_TOKEN_TIME: Duration = Duration::from_secs(600);
/// Time without a byte after the first visible text.
pub(crate) const IDLE_TIME: Duration = Duration::from_secs(60);
/// The whole request.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(3_600);
/// One page of a list of models, in megabytes.
pub(crate) const LARGEST_LIST_MB: usize = 8;
/// All pages of a list of models, in bytes.
pub(crate) const LARGEST_LISTS: usize = 64 * MB;
/// Pages of a list of models; a server with more is repeating itself.
pub(crate) const MOST_PAGES: usize = 20;
/// The time for all pages of a list together.
pub(crate) const LIST_TIME: Duration = Duration::from_secs(60);
/// Models of one list.
pub(crate) const MOST_MODELS: usize = 10_000;
/// The name of a model, in characters. A longer one is left out.
pub(crate) const LONGEST_MODEL: usize = 256;
/// An answer of a server of this machine that is looked for, in bytes, and its parsed values, of which no two are in memory at
/// once.
pub(crate) const LARGEST_FOUND: usize = 2 * MB;
/// See [`LARGEST_FOUND`].
pub(crate) const LARGEST_FOUND_JSON: usize = 32 * MB;
/// All answers of all these servers that are in memory at once, in bytes.
pub(crate) const MOST_FOUND: usize = 32 * MB;

/// Lists and objects around one value of a request, in its plan. A run is read again with at most 128 around one, of which its own
/// document and an export have some.
pub(crate) const DEEPEST_REQUEST: usize = 104;

/// A request's body, in bytes. The largest that vendors document is 32 MB.
pub(crate) const LARGEST_REQUEST: usize = 32 * MB;
/// Turns of a conversation.
pub(crate) const MOST_TURNS: usize = 10_000;
/// Additional headers of a request, and the bytes of the value of one.
pub(crate) const MOST_OWN_HEADERS: usize = 32;
/// See [`MOST_OWN_HEADERS`].
pub(crate) const LONGEST_OWN_HEADER: usize = 4 * KB;

/// Bytes parsed before other lanes have their turn.
pub(crate) const BYTES_IN_A_ROW: usize = 32 * KB;
/// An event above this size, in bytes, is parsed while another thread takes over this one's other lanes.
pub(crate) const LONG_EVENT: usize = 64 * KB;

const KB: usize = 1024;
const MB: usize = 1024 * KB;

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits as a table in Markdown.
    fn table() -> String {
        let kb = |bytes: usize| format!("{} KB", bytes / KB);
        let mb = |bytes: usize| format!("{} MB", bytes / MB);
        let time = |time: Duration| match time.as_secs() {
            seconds @ 3_600.. => format!("{} h", seconds / 3_600),
            seconds @ 60.. => format!("{} min", seconds / 60),
            seconds => format!("{seconds} s"),
        };
        let preamble = usize::try_from(LARGEST_PREAMBLE).unwrap_or(usize::MAX);
        let rows = [
            ("Body of a response", mb(LARGEST_BODY), ENDS),
            ("One line or event of a stream", mb(LONGEST_EVENT), ENDS),
            ("Values of an event or a list, as they lie in memory", mb(LARGEST_JSON), ENDS),
            ("Events of a stream, comments included", grouped(MOST_EVENTS as usize), ENDS),
            (
                "Entries in the log of a stream; comments in a row are two",
                grouped(MOST_MARKS),
                ENDS,
            ),
            ("Text of a stream: reasoning, answer and tool calls", mb(LONGEST_TEXT), ENDS),
            (
                "Logs of a lane over the rounds of a race, and its texts twice",
                mb(LARGEST_LANE),
                "its further rounds are not sent",
            ),
            (
                "Logs of a level of a sweep, and its texts twice",
                mb(LARGEST_LEVEL),
                "the level ends (`too_large`), and its contender with it",
            ),
            (
                "Prompt and system text of a later step of a chain, with the answers in them",
                mb(LARGEST_STEP),
                "the step is not sent (`too_large`)",
            ),
            (
                "Usage reports of a stream",
                grouped(MOST_USAGE_REPORTS),
                "later ones replace the last",
            ),
            ("Values in a usage report", grouped(LARGEST_USAGE_REPORT), "a larger one is not read"),
            (
                "Tool calls of one answer that are told apart (OpenAI Responses)",
                grouped(MOST_CALLS),
                "further ones are read as they come",
            ),
            (
                "Fact that a server states of itself",
                format!("{LONGEST_FACT} characters"),
                "it is cut",
            ),
            ("Rate-limit headers", grouped(MOST_RATE_LIMITS), "further ones are left out"),
            ("Head of a response", kb(LARGEST_HEAD), ENDS),
            ("Interim responses and the head together", kb(preamble), ENDS),
            (
                "Body of a refusal",
                format!("{} in {}", kb(LARGEST_REFUSAL), time(REFUSAL_TIME)),
                "the rest is not read",
            ),
            (
                "After the end marker",
                format!("{} in {}", kb(LARGEST_END), time(END_TIME)),
                "the connection is not reused",
            ),
            ("Making a connection", time(CONNECT_TIME), "the lane fails; a start waits no longer"),
            (
                "From the request to the first text, whatever else arrives",
                time(FIRST_TOKEN_TIME),
                "`timeout_first`; `--first-token-timeout`",
            ),
            (
                "Without a byte after the first text",
                time(IDLE_TIME),
                "`timeout_idle`; `--idle-timeout`",
            ),
            ("A whole request", time(REQUEST_TIME), "`deadline`; `--deadline`"),
            ("A page of a list of models", format!("{LARGEST_LIST_MB} MB"), "the list fails"),
            (
                "All pages of a list of models",
                format!("{} in {MOST_PAGES} pages and {}", mb(LARGEST_LISTS), time(LIST_TIME)),
                "further pages are left out, or the list fails",
            ),
            ("Models of a list", grouped(MOST_MODELS), "further ones are left out"),
            ("Name of a model", format!("{LONGEST_MODEL} characters"), "a longer one is left out"),
            (
                "An answer of a server of this machine that is looked for",
                format!("{}, and {} in memory", mb(LARGEST_FOUND), mb(LARGEST_FOUND_JSON)),
                "it tells nothing of its server",
            ),
            (
                "All such answers that are in memory at once",
                mb(MOST_FOUND),
                "further ones are not read",
            ),
        ];
        let head =
            "| What a server sends | At most | Beyond it |\n| --- | ---: | --- |\n".to_owned();
        rows.iter().fold(head, |table, (what, most, beyond)| {
            table + &format!("| {what} | {most} | {beyond} |\n")
        })
    }

    const ENDS: &str = "ends the lane (`too_large`)";

    /// A number with thousands separators.
    fn grouped(number: usize) -> String {
        let digits = number.to_string();
        let first = digits.len() % 3;
        let (head, rest) = digits.split_at(first);
        let thousands = rest.as_bytes().chunks(3).map(String::from_utf8_lossy);
        let parts = std::iter::once(head.into()).chain(thousands);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn the_limits_in_the_docs_are_those_in_force() {
        let docs = include_str!("../../../../docs/limits.md");
        assert!(docs.contains(&table()), "docs/limits.md is to hold this table:\n\n{}", table());
    }
}
