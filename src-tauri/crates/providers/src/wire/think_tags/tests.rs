use super::tags::has_stray_tag;
use super::*;

/// The result of the chunks: the reasoning, the answer, and which chunk each stretch arrived with.
fn split(chunks: &[&str]) -> (String, String, Vec<usize>) {
    let (mut reasoning, mut answer, mut arrivals) = (String::new(), String::new(), Vec::new());
    let mut think = ThinkTags::new(Tags::default());
    let mut note = |found: Segment<'_, usize>| match found {
        Segment::Text(side, text, at) => {
            arrivals.push(at);
            match side {
                Side::Reasoning => reasoning.push_str(text),
                Side::Answer => answer.push_str(text),
            }
        }
        Segment::WasReasoning => reasoning.push_str(&std::mem::take(&mut answer)),
    };
    for (at, chunk) in chunks.iter().enumerate() {
        think.push(chunk, at, &mut note);
        assert!(think.text.len() < 2 * LONGEST_BLANK, "what is held back is bounded");
    }
    think.finish(&mut note);
    (reasoning, answer, arrivals)
}

fn parts(chunks: &[&str]) -> (String, String) {
    let (reasoning, answer, _) = split(chunks);
    (reasoning, answer)
}

/// The text split at every two positions, and into single letters.
fn reads_everywhere_as(text: &str, reasoning: &str, answer: &str) {
    let cuts: Vec<usize> = (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)).collect();
    let expected = (reasoning.to_owned(), answer.to_owned());
    for &first in &cuts {
        for &second in cuts.iter().filter(|cut| **cut >= first) {
            let chunks = [&text[..first], &text[first..second], &text[second..]];
            assert_eq!(parts(&chunks), expected, "{text:?} cut at {first} and {second}");
        }
    }
    let letters: Vec<String> = text.chars().map(String::from).collect();
    let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
    assert_eq!(parts(&letters), expected, "{text:?} letter by letter");
}

#[test]
fn white_space_that_waits_is_read_once() {
    let mut think = ThinkTags::new(Tags::default());
    let mut found = 0;
    for at in 0..10_000 {
        think.push(" \n", at, |segment| {
            found += match segment {
                Segment::Text(_, text, _) => text.len(),
                Segment::WasReasoning => 0,
            };
        });
    }
    assert_eq!(think.page.letters, 20_000, "each character, and not each again with every chunk");
    think.finish(|segment| {
        found += match segment {
            Segment::Text(_, text, _) => text.len(),
            Segment::WasReasoning => 0,
        };
    });
    assert_eq!(found, 20_000, "and none is lost");
}

#[test]
fn tags_split_anywhere_are_found() {
    for (open, close) in [
        ("<think>", "</think>"),
        ("<mm:think>", "</mm:think>"),
        ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"),
        ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
    ] {
        let text = format!("\n{open}Hm, 1 < 2.\n{close}\n\nThe é answer.");
        reads_everywhere_as(&text, "Hm, 1 < 2.\n", "The é answer.");
    }
}

#[test]
fn a_closing_tag_that_nobody_opened_makes_reasoning_of_what_came_before() {
    reads_everywhere_as(
        "Okay, 1 < 2.\n\n```c\na[0];\n```\nSo é.\n</think>\n\nThe answer.",
        "Okay, 1 < 2.\n\n```c\na[0];\n```\nSo é.\n",
        "The answer.",
    );
    reads_everywhere_as("Hm.\n ◁/think▷ \nYes.", "Hm.\n ", "Yes.");
    reads_everywhere_as(
        "Hm.\r\n[/THINK]\r\nYes, </think> is one.",
        "Hm.\r\n",
        "Yes, </think> is one.",
    );
    reads_everywhere_as("Hm, cut off right there.\n</think>", "Hm, cut off right there.\n", "");
    reads_everywhere_as("</think>\n\nNothing was thought.", "", "Nothing was thought.");
}

#[test]
fn an_answer_that_speaks_of_the_tags_is_an_answer() {
    for text in [
        "It ends with </think> in most models.",
        "It ends with `</think>`.\n</think>\n",
        "The tag is\n</think> and nothing else.",
        "Use <think>x</think>.\n</think>\nDone.",
        "Write:\n\n<think>\n…\n</think>\n\nand go on.",
        "Write:\n```xml\nHm.\n</think>\n```\nand go on.",
        "Write:\n~~~\n```\n</think>\n~~~\n",
        "</think>",
        "</think>\n",
        "</think> is the tag.",
        "<thread> is HTML",
        "a [list",
        "   \n ",
    ] {
        reads_everywhere_as(text, "", text);
    }
}

#[test]
fn an_answer_that_only_starts_like_a_tag_keeps_its_text_and_its_first_stamp() {
    let (reasoning, answer, arrivals) = split(&["<th", "ead> is HTML"]);
    assert_eq!((reasoning.as_str(), answer.as_str()), ("", "<thead> is HTML"), "no text is lost");
    assert_eq!(arrivals, [0, 1], "what was held back keeps the stamp it arrived with");
    let (_, _, arrivals) = split(&["Hm.\n", "</", "th", "ead>"]);
    assert_eq!(arrivals, [0, 1, 2, 3], "in the middle of a text too");
}

#[test]
fn text_that_cannot_be_left_out_is_not_held_back() {
    let mut think = ThinkTags::new(Tags::default());
    let mut handed = Vec::new();
    for (at, chunk) in ["a <", "/think", "> b"].into_iter().enumerate() {
        think.push(chunk, at, |found| handed.push(format!("{found:?}")));
        assert_eq!(
            handed.len(),
            at + 1,
            "within a line a tag is text, and is handed on: {handed:?}"
        );
    }
}

#[test]
fn thinking_that_never_ends_stays_thinking() {
    let (reasoning, answer) = parts(&["<think>", "on and on </thi"]);
    assert_eq!(
        (reasoning.as_str(), answer.as_str()),
        ("on and on </thi", ""),
        "cut off while thinking"
    );
}

#[test]
fn white_space_without_end_is_read_in_linear_time() {
    let blanks = vec![" \n"; 200_000];
    let (reasoning, answer) = parts(&blanks);
    assert_eq!((reasoning.len(), answer.len()), (0, 400_000), "and none of it is lost");
    let mut late = vec![" "; 2_000];
    late.extend(["<think>", "Hm", "</think>", "Yes"]);
    let (reasoning, answer) = parts(&late);
    assert_eq!((reasoning.as_str(), answer.trim()), ("Hm", "Yes"), "a tag after it still counts");
    let tag = ["Hm.\n</think>", &" ".repeat(1_000), "\nYes"];
    assert_eq!(parts(&tag).0, "", "nor is anything held back for the end of a line without end");
}

#[test]
fn an_ignored_closing_tag_is_reported() {
    for (answer, is_stray) in [
        ("The thought.</think>The answer.", true),
        ("Hm.\n</think>The answer.", true),
        ("```\nHm.\n</think>\nYes", true),
        ("It is written `</think>`.", false),
        ("It is written \"</think>\".", false),
        ("<think>x</think>", false),
        ("Write <think>x</think>.", false),
        ("</think>", false),
        ("Nothing of the kind: a < b[0].", false),
    ] {
        assert_eq!(has_stray_tag(answer, &Tags::default()), is_stray, "{answer:?}");
    }
}
