//! Phrases that identify a refusal.

/// Whether any of these phrases is in `said`, which is in lower case.
pub(super) fn says_any(said: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|words| holds(said, words))
}

/// Whether the parts of `words` occur in `said` in order.
fn holds(said: &str, words: &str) -> bool {
    let mut rest = said;
    words.split('*').all(|part| {
        let after = rest.find(part).and_then(|at| rest.get(at + part.len()..));
        after.inspect(|after| rest = after).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_phrase_stand_in_order() {
        assert!(
            holds("the model `m` does not exist", "the model*not exist"),
            "with a name between"
        );
        assert!(
            !holds("this does not exist: the model", "the model*not exist"),
            "not turned round"
        );
        assert!(!holds("the mode", "the model"), "and whole");
    }
}
