//! Races with a judge: what an import takes of its word, and what it counts again.

use race::{JudgeChoice, JudgePlan, JudgeVote, Judgement, LanePlan, Run, Status};
use serde_json::json;
use store::History;

use super::{as_imported, exported};
use crate::fixtures::{begun, finished};
use crate::import;

/// A race of two lanes and three rounds whose judge was stopped: it was asked about the first round in both orders, about the second
/// in one, and never about the third.
pub(super) fn race_with_judge(history: &History, id: &str) -> Run {
    let (mut run, recordings) = finished(id, 3);
    let planned = LanePlan {
        provider: "anthropic".into(),
        model: "claude-judge".into(),
        ..LanePlan::default()
    };
    run.plan.judge = Some(JudgePlan { lane: planned, criteria: Some("Which is true?".into()) });
    let vote = |round, [first, second]: [u32; 2]| JudgeVote {
        round,
        first,
        second,
        status: Status::Ok,
        choice: Some(JudgeChoice::Tie),
        text: "Both are.\nVERDICT: TIE".into(),
        error: None,
        took_ms: Some(900.5),
        cost_usd: Some(0.01),
        in_tokens: Some(400),
        out_tokens: Some(12),
        cut: false,
        named: false,
    };
    run.judgement = Some(Judgement {
        provider: "anthropic".into(),
        label: "Anthropic".into(),
        model: "claude-judge".into(),
        votes: vec![vote(0, [0, 1]), vote(0, [1, 0]), vote(1, [0, 1])],
        not_asked: 1,
        ..Judgement::default()
    });
    history.begin(&begun(&run)).expect("it begins");
    history.finish(&run, &recordings).expect("and is kept");
    run
}

#[test]
fn what_a_judge_was_asked_is_counted_again_and_it_is_the_one_of_the_plan() {
    let (whole, history) = exported(race_with_judge);
    let honest = as_imported(&history.run("a").expect("it is there"));
    let votes = "/runs/0/run/judgement/votes";
    for (pointer, value) in [
        ("/runs/0/run/judgement/not_asked".to_owned(), json!(7)),
        ("/runs/0/run/judgement/identical".to_owned(), json!(3)),
        ("/runs/0/run/judgement/model".to_owned(), json!("somebody else")),
        (format!("{votes}/0/cut"), json!(true)),
        (format!("{votes}/2/named"), json!(true)),
        (format!("{votes}/1/choice"), json!("first")),
    ] {
        let mut document = whole.clone();
        let (parent, name) = pointer.rsplit_once('/').expect("a path");
        document.pointer_mut(parent).expect(parent)[name] = value;
        let into = History::in_memory().expect("a history");
        import(&into, &document.to_string()).expect("it is taken in");
        assert_eq!(into.run("a").expect("it is there"), honest, "{pointer}");
    }
}

#[test]
fn a_simulated_judge_stays_one_whatever_a_file_says() {
    let (mut document, _) = exported(race_with_judge);
    let simulated = providers::catalogue().iter().find(|row| row.simulated).expect("a row");
    document["runs"][0]["run"]["judgement"]["provider"] = simulated.id.clone().into();
    let into = History::in_memory().expect("a history");
    import(&into, &document.to_string()).expect("it is taken in");
    let judgement = into.run("a").expect("it is there").judgement.expect("judged");
    assert!(judgement.simulated, "nothing was paid to it");
}

#[test]
fn a_file_cannot_have_a_judge_read_more_pairs_than_it_may_be_asked_about() {
    let (mut document, _) = exported(race_with_judge);
    document["runs"][0]["run"]["plan"]["repeat"] = json!(900);
    let told = super::refusal(&document.to_string());
    assert!(told.contains("asked more than 1000 times"), "{told}");
}
