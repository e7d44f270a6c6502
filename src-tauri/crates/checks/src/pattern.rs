//! Regular expressions that are matched in linear time, and how much work that is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use measure::Phrase;
use regex::{Regex, RegexBuilder};

use crate::check::Pattern;
use crate::compiling::Compiling;
use crate::quote::{bounded, quoted};
use crate::text::told;
use crate::verdict::Finding;
use crate::{unusable, wording};

/// Sizes in bytes up to which a pattern is compiled, the smallest that holds it being taken as its size. The last is the
/// limit.
const SIZES: [usize; 7] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 19, LARGEST_PATTERN];
/// The largest pattern, in bytes of its compiled form.
pub(crate) const LARGEST_PATTERN: usize = 1 << 20;
/// Bytes of a compiled pattern that are about one state of its automaton.
const BYTES_PER_STATE: usize = 32;
/// The longest pattern, in bytes.
pub(crate) const LONGEST_PATTERN: usize = 10_000;
/// States of an automaton times bytes of text that are looked at, at most, by all patterns of one answer together. Matching takes at
/// most as many steps, of some nanoseconds each, and nearly always one per byte.
pub(crate) const MOST_STEPS: u64 = 500_000_000;

/// A pattern that was compiled.
#[derive(Debug)]
pub(crate) struct CompiledPattern {
    regex: Regex,
    /// About how many states its automaton has, rounded up by a factor of at most four.
    states: u64,
}

impl CompiledPattern {
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn of(pattern: &str, compiling: &mut Compiling) -> Result<Self, Phrase> {
        if pattern.len() > LONGEST_PATTERN {
            return Err(unusable::long_pattern(LONGEST_PATTERN.into()));
        }
        for size in SIZES {
            compiling.spend(size)?;
            let built = catch_unwind(|| {
                RegexBuilder::new(pattern).size_limit(size).dfa_size_limit(1 << 20).build()
            });
            match built {
                Ok(Ok(regex)) => {
                    let states = u64::try_from(size / BYTES_PER_STATE).unwrap_or(u64::MAX);
                    return Ok(Self { regex, states });
                }
                Ok(Err(regex::Error::CompiledTooBig(_))) => {}
                Ok(Err(error)) => return Err(unusable::pattern(&last_line(&error.to_string()))),
                Err(_panicked) => return Err(unusable::pattern_panicked()),
            }
        }
        Err(unusable::large_pattern())
    }

    /// About how many states its automaton has.
    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    /// The size in bytes up to which it was compiled.
    pub(crate) fn size(&self) -> usize {
        usize::try_from(self.states).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_STATE)
    }

    /// Whether it matches; `None` if that could take more than what is `left` of the steps, which become fewer.
    fn is_match(&self, text: &str, left: &mut u64) -> Option<bool> {
        let steps = self.states.saturating_mul(u64::try_from(text.len()).unwrap_or(u64::MAX));
        *left = left.checked_sub(steps)?;
        // Some patterns panic in the engine: github.com/rust-lang/regex/issues/1344.
        catch_unwind(AssertUnwindSafe(|| self.regex.is_match(text))).ok()
    }

    /// What it finds in an answer, of whose [`MOST_STEPS`] so many are left.
    pub(crate) fn find(&self, expected: &Pattern, answer: &str, left: &mut u64) -> Finding {
        match self.is_match(answer, left) {
            Some(true) => Finding::Right,
            Some(false) => {
                Finding::Wrong(wording::no_match(&quoted(&expected.pattern), told(answer)))
            }
            None => Finding::Unknown(wording::too_long_for_patterns(answer.len().into())),
        }
    }
}

/// What the engine says is wrong with a pattern, without the picture of where.
fn last_line(error: &str) -> String {
    let line = error.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    bounded(line.trim().trim_start_matches("error: "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::testing::{plain, time_of, wrong};

    fn found(pattern: &str, answer: &str) -> Finding {
        let compiled =
            CompiledPattern::of(pattern, &mut Compiling::default()).expect("it compiles");
        let expected = Pattern { pattern: pattern.to_owned() };
        plain(compiled.find(&expected, answer, &mut { MOST_STEPS }))
    }

    #[test]
    fn a_pattern_matches_anywhere() {
        assert_eq!(found(r"(?i)\bparis\b", "It is Paris."), Finding::Right, "in the middle");
        assert_eq!(
            found(r"^Paris$", "It is Paris."),
            wrong(r#"expected a match of "^Paris$", found "It is Paris.""#),
            "anchors hold"
        );
    }

    #[test]
    fn a_pattern_that_cannot_be_used_says_why() {
        let why = |pattern: &str| {
            let compiled = CompiledPattern::of(pattern, &mut Compiling::default());
            compiled.expect_err("it cannot be used").to_string()
        };
        assert!(why("a(").contains("unclosed group"), "{}", why("a("));
        assert!(why("(?=a)").contains("look-around"), "{}", why("(?=a)"));
        assert!(why(r"(a)\1").contains("backreference"), "{}", why(r"(a)\1"));
        let large = why(r"(\w{100}){100}");
        assert_eq!(large, "Compiled, the pattern takes more than 1 MB.", "it grows as it repeats");
        assert!(why(&"a".repeat(LONGEST_PATTERN + 1)).contains("longer"), "as text");
    }

    /// Patterns that take exponential or quadratic time in an engine that backtracks, and automata that outgrow their cache.
    #[test]
    fn no_pattern_hangs() {
        let hostile = [
            (r"^(a+)+$", "a".repeat(50_000) + "!"),
            (r"(x+x+)+y", "x".repeat(50_000)),
            (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(50_000)),
            (r"[01]*1[01]{400}$", "01101".repeat(10_000)),
            (r"(?:a?){100}a{100}", "a".repeat(99)),
        ];
        for (pattern, text) in hostile {
            let took = time_of(|| drop(found(pattern, &text)));
            assert!(took < Duration::from_secs(20), "{pattern}: {took:?}");
        }
    }

    #[test]
    fn a_large_pattern_and_a_long_answer_are_unknown() {
        let pattern = r"[01]*1[01]{2000}$";
        assert!(
            matches!(found(pattern, &"0".repeat(1_000_000)), Finding::Unknown(_)),
            "their product is more than what is looked at"
        );
        assert!(matches!(found(pattern, "0"), Finding::Wrong(_)), "and a short answer is not");
    }
}
