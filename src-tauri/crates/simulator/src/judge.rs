//! The verdict of a simulated judge on two answers.

use crate::knobs::JudgeBy;

/// The two answers of a prompt that asks for a verdict, each between a line that ends in its name and one that ends in the end of it.
fn answers(prompt: &str) -> Option<[&str; 2]> {
    let part = |name: &str| {
        let (_, rest) = prompt.split_once(&format!(" {name} ANSWER\n"))?;
        let (answer, _) = rest.split_once(&format!(" END OF {name} ANSWER\n"))?;
        answer.rsplit_once('\n').map(|(answer, _mark)| answer)
    };
    Some([part("FIRST")?, part("SECOND")?])
}

/// What a judge says to a prompt; `None` if it is no judge or is asked for no verdict.
pub(crate) fn verdict(by: JudgeBy, prompt: &str) -> Option<String> {
    let [first, second] = answers(prompt)?.map(|answer| answer.chars().count());
    let longer = match first.cmp(&second) {
        std::cmp::Ordering::Greater => ["FIRST", "SECOND"],
        std::cmp::Ordering::Less => ["SECOND", "FIRST"],
        std::cmp::Ordering::Equal => ["TIE", "TIE"],
    };
    let word = match by {
        JudgeBy::Absent => return None,
        JudgeBy::Longer => longer[0],
        JudgeBy::Shorter => longer[1],
        JudgeBy::First => "FIRST",
        JudgeBy::Second => "SECOND",
        JudgeBy::Tie => "TIE",
        JudgeBy::Unclear => return Some("Both have their merits.".to_owned()),
    };
    Some(format!("The first has {first} characters and the second {second}.\nVERDICT: {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_reads_both_answers_and_goes_by_what_it_is_told_to() {
        let prompt = "Judge.\n<m FIRST ANSWER\none\nline\n<m END OF FIRST ANSWER\n\n<m SECOND ANSWER\ntwo\n<m END OF SECOND ANSWER\n";
        assert_eq!(answers(prompt), Some(["one\nline", "two"]));
        for (by, word) in [
            (JudgeBy::Longer, "FIRST"),
            (JudgeBy::Shorter, "SECOND"),
            (JudgeBy::Second, "SECOND"),
            (JudgeBy::Tie, "TIE"),
        ] {
            let said = verdict(by, prompt).expect("a verdict");
            assert!(said.ends_with(&format!("\nVERDICT: {word}")), "{said}");
        }
        let unclear = verdict(JudgeBy::Unclear, prompt).expect("an answer");
        assert!(!unclear.contains("VERDICT"), "{unclear}");
        assert_eq!(verdict(JudgeBy::Absent, prompt), None, "no judge");
        assert_eq!(verdict(JudgeBy::First, "Why is the sky blue?"), None, "nothing to judge");
    }
}
