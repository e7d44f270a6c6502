//! The texts that each preset sends.

use super::length::{PASSAGE, fitted, prompt_of};
use super::nonce::{NONCE_TOKENS, unique};
use super::preset::Preset;

/// The texts of one sample, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompts {
    /// The system prompt of every step.
    pub system: Option<String>,
    /// The prompt of each step; one except for an agent.
    pub prompts: Vec<String>,
}

const RULES: &str = include_str!("rules.txt");
const ADVICE: &str = "Answer as the office would.";
/// A file of our own, and an edit of it as a model writes it, omitting unchanged parts.
const FILE: &str = include_str!("berths.py.txt");
const UPDATE: &str = include_str!("update.py.txt");
/// The cursor position in that file.
const CURSOR: &str = "                boat, berth.boat = ";

const NEXT_LINES: &str = "Go on with this Python file from where it ends. Write the next lines of code and nothing else.";
const EDIT: &str =
    "I refuse boats that fit no berth, and say so when a boat that is to leave is not there.";
const WHOLE_FILE: &str = "Write one complete Python file of about 400 lines that keeps the books of a small harbour: \
    boats, berths, arrivals, departures, dues by length and days, a queue outside the wall, and a table of tides. Use only \
    the standard library, type annotations and data classes. Give every class and method a comment that says why it is \
    there, and end with tests for each rule. Write the code and nothing else.";
const FOUND: &str = "These passages were found for the question below.\n\n";
const QUESTION: &str = "Question: who looked after the bridges and the harbour, and how do we know? Name the number of \
    each passage that you used.";
const READ_SO_FAR: &str = "You are to find out how goods came from the hills to the ships. You have read these notes so \
    far.\n\n";
const NEXT_STEP: &str =
    "Say what the last notes tell that is new, which note you want to read next, and why.";

impl Preset {
    /// The texts of a sample, always the same: [`Preset::unique_prompts`] with nonce 0. From the second use on, a
    /// provider may have cached them.
    pub fn prompts(self) -> Prompts {
        self.unique_prompts(0)
    }

    /// The texts of a sample that are in no cache, with the same length for every nonce. The number that [`unique`]
    /// adds counts towards the method's length, so do not add another.
    ///
    /// The steps of an agent share their number, because an agent's later steps do find its earlier input in the
    /// cache.
    pub fn unique_prompts(self, nonce: u64) -> Prompts {
        let method = self.method();
        let system = (method.system_tokens > 0).then(|| {
            unique(&fitted("", RULES, ADVICE, method.system_tokens - NONCE_TOKENS), nonce)
        });
        let first = method.input_tokens - method.system_tokens;
        let prompts = (0..method.steps)
            .map(|step| first + step * method.growth_tokens)
            .map(|tokens| match &system {
                Some(_) => self.prompt(tokens),
                // Input for such a model begins with its tag, so the number follows the tag.
                None if self == Self::CodeApply => apply(nonce),
                None => unique(&self.prompt(tokens - NONCE_TOKENS), nonce),
            })
            .collect();
        Prompts { system, prompts }
    }

    /// The prompt, with this many tokens. A fixed text already has the method's length.
    fn prompt(self, tokens: u32) -> String {
        match self {
            Self::Rag => fitted(FOUND, PASSAGE, QUESTION, tokens),
            Self::AgentLoop => fitted(READ_SO_FAR, PASSAGE, NEXT_STEP, tokens),
            Self::Autocomplete => {
                let typed = FILE.split_once(CURSOR).map_or(FILE, |(typed, _)| typed).trim_end();
                format!("{NEXT_LINES}\n\n```python\n{typed}\n")
            }
            Self::CodeFile => WHOLE_FILE.to_owned(),
            _ => prompt_of(tokens),
        }
    }
}

/// An edit in the format of Morph's models: instruction, file, edit.
fn apply(nonce: u64) -> String {
    let instruction = unique(EDIT, nonce);
    format!(
        "<instruction>{instruction}</instruction>\n<code>{FILE}</code>\n<update>{UPDATE}</update>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cost::tokens;

    #[test]
    fn every_prompt_is_as_long_as_its_method_says_whatever_its_number() {
        for preset in Preset::ALL {
            let method = preset.method();
            for nonce in [0, 1, 987_654_321, u64::MAX] {
                let Prompts { system, prompts } = preset.unique_prompts(nonce);
                let system = system.as_deref().map_or(0, tokens::count);
                assert_eq!(system, method.system_tokens, "{}: its system prompt", preset.name());
                let lengths: Vec<u32> =
                    prompts.iter().map(|prompt| system + tokens::count(prompt)).collect();
                let said: Vec<u32> = (0..method.steps)
                    .map(|step| method.input_tokens + step * method.growth_tokens)
                    .collect();
                assert_eq!(lengths, said, "{}: each step, with the system prompt", preset.name());
            }
        }
    }

    #[test]
    fn the_line_before_the_start_counts_what_general_compute_sends() {
        let Prompts { system, prompts } = Preset::GeneralCompute.prompts();
        let prompt = prompts.first().expect("there is one");
        let whole = providers::input_text(system.as_deref(), None, prompt);
        assert_eq!(tokens::count(&whole), 512, "what is shown is what the method says");
    }

    #[test]
    fn the_number_precedes_everything_that_the_model_reads() {
        for preset in Preset::ALL {
            let (one, other) = (preset.unique_prompts(1), preset.unique_prompts(2));
            let first = |prompts: &Prompts| {
                prompts.system.clone().or_else(|| prompts.prompts.first().cloned())
            };
            let (one, other) = (first(&one).expect("a text"), first(&other).expect("a text"));
            let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
            assert!(shared <= "<instruction>".len(), "{}: {shared} characters", preset.name());
            assert_eq!(preset.prompts(), preset.unique_prompts(0), "without a number it is 0");
        }
    }

    #[test]
    fn a_step_of_an_agent_begins_with_what_the_step_before_has_read() {
        let prompts = Preset::AgentLoop.prompts().prompts;
        assert_eq!(prompts.len(), 20, "as many steps as the published agent takes");
        for pair in prompts.windows(2) {
            let [before, after] = pair else { continue };
            let shared = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
            assert!(
                before.len() - shared < 700,
                "all but a paragraph and the question is in the cache: {shared} of {}",
                before.len()
            );
        }
    }

    #[test]
    fn an_edit_has_the_three_parts_that_an_apply_model_takes() {
        let Prompts { system, prompts } = Preset::CodeApply.prompts();
        assert_eq!(system, None, "such a model takes one message");
        let prompt = prompts.first().expect("there is one");
        let mut rest = prompt.as_str();
        for tag in ["instruction", "code", "update"] {
            let inside =
                rest.trim_start().strip_prefix(&format!("<{tag}>")).expect("in this order");
            let (text, after) = inside.split_once(&format!("</{tag}>")).expect("closed");
            assert!(!text.trim().is_empty(), "{tag}: there is something in it");
            rest = after;
        }
        assert_eq!(rest, "", "nothing follows that could be taken for code");
        assert!(FILE.is_ascii() && !FILE.contains('\r'), "the same file on every system");
    }

    #[test]
    fn code_is_continued_where_somebody_is_typing() {
        let prompts = Preset::Autocomplete.prompts().prompts;
        let prompt = prompts.first().expect("there is one");
        assert!(
            prompt.ends_with("berth.boat.name == name:\n"),
            "the next line is what the model writes"
        );
    }
}
