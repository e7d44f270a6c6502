use super::*;
use crate::{Metric, Unit};

crate::phrases! {
    fn beat(one: LaneAt, other: LaneAt, n: Count, by: Amount, so: Option<Phrase>)
        = "test.beat", "{one} beat {other} in {n} {n:round|rounds}, by {by}{so}.";
    fn surely() = "test.surely", " for sure";
    fn shown(metric: Metric, title: MetricTitle, all: Vec<&str>)
        = "test.shown", "{title}: the {metric} of {all}.";
    fn quoted(text: &str, more: Option<Phrase>, other: Phrase) = "test.quoted", "“{text}”{more}{other}.";
}

fn names() -> Vec<String> {
    ["A", "B"].map(str::to_owned).to_vec()
}

#[test]
fn english_is_written_from_the_template_and_its_values() {
    let once = beat(LaneAt(0), LaneAt(1), Count(1.0), Amount::of(Unit::Duration, 301.0), None);
    assert_eq!(once.text(&names()).as_deref(), Some("A beat B in 1 round, by 301 ms."), "one");
    let often = beat(LaneAt(1), LaneAt(0), Count(1_200.0), Amount::seconds(40.0), Some(surely()));
    assert_eq!(
        often.text(&names()).as_deref(),
        Some("B beat A in 1,200 rounds, by 0.040 s for sure."),
        "many, and a clause that is there"
    );
    let told = shown(Metric::TtftMs, MetricTitle(Metric::TtftMs), vec!["x", "y", "z"]);
    assert_eq!(
        told.to_string(),
        "Time to first token (TTFT): the time to first token of x, y and z.",
        "metrics and lists"
    );
}

#[test]
fn a_lane_without_a_name_leaves_nothing_to_say() {
    let of_two = beat(LaneAt(0), LaneAt(2), Count(3.0), Amount::share(0.5), None);
    assert_eq!(of_two.text(&names()), None, "there is no third lane");
    assert_eq!(of_two.to_string(), "#0 beat #2 in 3 rounds, by 50 %.", "unless a log says so");
}

#[test]
fn sentences_follow_each_other_and_none_says_nothing() {
    let shown = || shown(Metric::CostUsd, MetricTitle(Metric::CostUsd), vec!["x"]);
    let two = Phrase::sentences([shown(), Phrase::sentences([]), shown()]);
    assert_eq!(two.to_string(), "Cost: the cost of x. Cost: the cost of x.", "with a space");
    assert_eq!(Phrase::sentences([shown()]), shown(), "one is itself");
    assert!(Phrase::sentences([]).is_empty() && Phrase::sentences([]).to_string().is_empty());
}

#[test]
fn a_template_names_each_of_its_values_and_no_other() {
    for template in PHRASES.iter().chain(super::PHRASES) {
        assert_eq!(template.problems(), Vec::<String>::new(), "{}", template.english);
    }
    let wrong = Template {
        id: "wrong",
        english: "{a} {b:x|y} {c:x}",
        values: &[("b", "&str"), ("c", "Count"), ("d", "Count")],
    };
    assert_eq!(
        wrong.problems(),
        [
            "wrong: no value is called a",
            "wrong: b is a &str, no count",
            "wrong: English has two plural categories",
            "wrong: d is not used"
        ],
        "each mistake is told"
    );
}

#[test]
fn a_phrase_is_read_back_from_its_json() {
    let told = beat(LaneAt(0), LaneAt(1), Count(1.0), Amount::times(2.0), Some(surely()));
    let json = serde_json::to_value(&told).expect("it is JSON");
    assert_eq!(json["values"]["by"]["value"]["form"], "times", "how a number is to be written");
    let back: Phrase = serde_json::from_value(json).expect("it is read");
    assert_eq!(back, told, "as it was");
}

fn quote(text: &str) -> Phrase {
    quoted(text, None, Phrase::sentences([]))
}

#[test]
fn every_foreign_text_is_changed_however_deep_it_stands() {
    let told = Phrase::sentences([
        shown(Metric::CostUsd, MetricTitle(Metric::CostUsd), vec!["key", "y"]),
        quoted("key", Some(quote("key")), Phrase::clauses([quote("key")])),
    ]);
    let hidden = told.with_texts(&|text| text.replace("key", "***")).to_string();
    assert!(!hidden.contains("key"), "in lists, clauses and sentences: {hidden}");
    assert_eq!(hidden.matches("***").count(), 4, "each of them: {hidden}");
    assert!(hidden.starts_with("Cost: the cost of *** and y."), "and nothing else: {hidden}");
}
