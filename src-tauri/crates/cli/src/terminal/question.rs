//! A question to whoever sits at the terminal.

use std::io::{IsTerminal as _, stderr, stdin};

use crate::terminal::output::say;

/// Whether the answer to a question is yes; `None` if nobody can be asked.
pub(crate) fn is_agreed(question: &str) -> Option<bool> {
    if !(stdin().is_terminal() && stderr().is_terminal()) {
        return None;
    }
    say(question);
    let mut answer = String::new();
    let read = stdin().read_line(&mut answer);
    Some(read.is_ok() && is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_one() {
        for (answer, yes) in [
            ("y\n", true),
            (" Yes ", true),
            ("", false),
            ("\n", false),
            ("n", false),
            ("yep", false),
        ] {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
