//! The built-in use cases of rankings: their names, what they are called in a sentence, and why their formula is as it is.

use measure::Phrase;

measure::phrases! {
    fn voice() = "use.voice.name", "Voice";
    fn chat() = "use.chat.name", "Chat";
    fn agent() = "use.agent.name", "Coding agent";
    fn batch() = "use.batch.name", "Batch";
    fn right() = "use.right.name", "Right answers";
    fn said_voice() = "use.voice.said", "voice";
    fn said_chat() = "use.chat.said", "chat";
    fn said_agent() = "use.agent.said", "coding agent";
    fn said_batch() = "use.batch.said", "batch";
    fn said_right() = "use.right.said", "right answers";
    fn why_voice() = "use.voice.why", "Silence is audible: the tail of the time to first answer token (TTFAT) decides, and after that the speed only has to keep up with speech.";
    fn why_chat() = "use.chat.why", "An answer that begins within half a second (TTFAT) is fine; above reading speed, more speed helps less.";
    fn why_agent() = "use.agent.why", "Each of 20 steps waits for the one before it, so TTFT and speed add up.";
    fn why_batch() = "use.batch.why", "No one waits for a single answer: cost decides, and how few requests have to be sent again.";
    fn why_right() = "use.right.why", "A wrong answer is asked again or does harm, so what counts is the cost and the time of a right one, among those that are nearly always right.";
}

/// Name, name in a sentence and reason.
type Texts = [fn() -> Phrase; 3];

/// The texts of each built-in use case, by its id.
const BUILT_IN: [(&str, Texts); 5] = [
    ("voice", [voice, said_voice, why_voice]),
    ("chat", [chat, said_chat, why_chat]),
    ("agent", [agent, said_agent, why_agent]),
    ("batch", [batch, said_batch, why_batch]),
    ("right", [right, said_right, why_right]),
];

/// The name of a built-in use case and why its formula is as it is.
pub(crate) fn name_and_why(id: &str) -> (String, String) {
    let known = BUILT_IN.iter().find(|(own, _)| *own == id);
    known.map_or_else(Default::default, |(_, [name, _, why])| {
        (name().to_string(), why().to_string())
    })
}

/// What a use case is called in a sentence; one of the user's by its own name.
pub(crate) fn said(id: &str, name: &str) -> Phrase {
    let known =
        BUILT_IN.iter().find(|(own, [title, ..])| *own == id && title().to_string() == name);
    known.map_or_else(|| Phrase::verbatim(&name.to_lowercase()), |(_, [_, said, _])| said())
}
