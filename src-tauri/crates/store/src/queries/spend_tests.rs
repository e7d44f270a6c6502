use super::*;
use crate::fixtures::{begun, finished};

/// Stores a run of two lanes and one round that began at `started_at`.
fn keep(history: &History, id: &str, started_at: &str, change: impl FnOnce(&mut race::Run)) {
    let (mut run, recordings) = finished(id, 1);
    run.started_at = started_at.to_owned();
    change(&mut run);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
}

fn now() -> String {
    let format = &time::format_description::well_known::Rfc3339;
    crate::clock::now().format(format).unwrap()
}

#[test]
fn todays_sum_lists_unknown_and_simulated_requests_separately() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", "2026-03-01T12:00:00Z", |_| {});
    keep(&history, "2", &now(), |run| {
        run.lanes[0].samples[0].cost_usd = Some(0.25);
        run.lanes[1].samples[0].cost_usd = None;
    });
    keep(&history, "3", &now(), |run| {
        run.lanes[0].simulated = true;
        run.lanes[1].samples[0].cost_usd = Some(0.5);
    });
    let spend = history.spent_today().unwrap();
    assert!((spend.usd - 0.75).abs() < 1e-12, "what is known, of today alone: {spend:?}");
    assert_eq!(spend.requests, 3, "of the real ones");
    assert_eq!(spend.unknown, 1, "an unknown cost is said, not taken for zero");
    assert_eq!(spend.simulated, 1, "and the simulated one is apart");
}

fn judged(simulated: bool) -> race::Judgement {
    let vote = |cost_usd| race::JudgeVote {
        round: 0,
        first: 0,
        second: 1,
        status: race::Status::Ok,
        choice: None,
        text: String::new(),
        error: None,
        took_ms: None,
        cost_usd,
        in_tokens: Some(100),
        out_tokens: Some(10),
        cut: false,
        named: false,
    };
    race::Judgement {
        provider: "groq".into(),
        label: "Groq".into(),
        model: "judge".into(),
        simulated,
        asked_at: None,
        votes: vec![vote(Some(0.5)), vote(None)],
        identical: 0,
        not_asked: 0,
        findings: None,
    }
}

#[test]
fn a_judge_was_paid_too_and_its_row_follows_the_run() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", &now(), |_| {});
    let before = history.spent_today().unwrap();
    let mut run = history.run("1").unwrap();
    assert!(history.keep_judgement(&run).is_err(), "there is nothing to keep");
    run.judgement = Some(judged(false));
    history.keep_judgement(&run).unwrap();
    history.keep_judgement(&run).unwrap();
    let after = history.spent_today().unwrap();
    assert!((after.usd - before.usd - 0.5).abs() < 1e-12, "once: {before:?} {after:?}");
    assert_eq!(after.requests, before.requests + 2, "both were sent");
    assert_eq!(after.unknown, before.unknown + 1, "one of them at an unknown cost");
    assert_eq!(history.run("1").unwrap().judgement, run.judgement, "as it was said");
    let spent = history.spend(0.0).unwrap();
    let judge = spent.models.iter().find(|row| row.model == "judge").unwrap();
    assert_eq!((judge.in_tokens, judge.out_tokens), (Some(200.0), Some(20.0)));
    run.judgement = Some(judged(true));
    history.keep_judgement(&run).unwrap();
    let spent = history.spent_today().unwrap();
    assert!((spent.usd - before.usd).abs() < 1e-12, "a simulated one costs nothing: {spent:?}");
    assert_eq!(history.verify().unwrap().findings, Vec::new(), "its row is the run's");
}

#[test]
fn a_judge_that_was_asked_later_was_paid_on_that_day_wherever_the_race_was_measured() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", "2026-03-01T12:00:00Z", |_| {});
    let imported = "UPDATE overview SET imported = 1";
    history.write(|connection| Ok(connection.execute(imported, [])?)).unwrap();
    let mut run = history.run("1").unwrap();
    run.judgement = Some(judged(false));
    history.keep_judgement(&run).unwrap();
    let of_race = history.spend(0.0).unwrap();
    assert_eq!(of_race.total.requests, 0, "what an imported race asked was paid elsewhere");
    let judgement = race::Judgement { asked_at: Some(now()), ..judged(false) };
    run.judgement = Some(judgement);
    history.keep_judgement(&run).unwrap();
    let today = history.spent_today().unwrap();
    assert!((today.usd - 0.5).abs() < 1e-12 && today.requests == 2, "today: {today:?}");
    assert_eq!(history.verify().unwrap().findings, Vec::new(), "its row is the run's");
}

#[test]
fn each_step_of_a_chain_is_paid_to_its_own_provider() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", &now(), |run| {
        let lane = &mut run.lanes[0];
        let provider = providers::provider("groq").unwrap();
        let step = |model: &str| race::LaneStep::begun(provider, model);
        lane.steps = vec![step("small"), step("large")];
        lane.provider = race::CHAIN.to_owned();
        (lane.label, lane.model) = lane.names_by_steps();
        let one = lane.samples[0].clone();
        let own = |step, cost_usd| race::StepSample {
            step,
            sample: race::Sample { cost_usd, in_tokens_server: Some(10), ..one.clone() },
        };
        lane.samples[0].steps = vec![own(0, Some(0.25)), own(1, Some(1.0))];
        lane.samples[0].cost_usd = Some(1.25);
        run.lanes[1].samples[0].cost_usd = Some(0.5);
    });
    let spent = history.spend(0.0).unwrap();
    assert_eq!(spent.total.cost_usd, Some(1.75), "nothing twice");
    assert_eq!(spent.total.requests, 3, "the chain sent two");
    let of = |model: &str| spent.models.iter().find(|row| row.model == model).unwrap();
    assert_eq!((of("large").cost_usd, of("small").cost_usd), (Some(1.0), Some(0.25)));
    assert_eq!((of("small").provider.as_str(), of("small").in_tokens), ("groq", Some(10.0)));
}

#[test]
fn a_deleted_run_was_paid_for_all_the_same() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", &now(), |run| run.lanes[0].samples[0].cost_usd = Some(1.0));
    let before = history.spent_today().unwrap();
    history.delete("1").unwrap();
    assert_eq!(history.spent_today().unwrap(), before, "deleting gives no money back");
}

#[test]
fn a_request_that_was_turned_away_cost_nothing() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", &now(), |run| {
        for lane in &mut run.lanes {
            lane.samples[0].cost_usd = None;
            lane.samples[0].status = race::Status::Throttled;
        }
    });
    let spend = history.spent_today().unwrap();
    assert_eq!(spend.unknown, 0, "a refusal is not billed");
}

#[test]
fn two_typed_in_addresses_are_billed_separately() {
    let history = History::in_memory().unwrap();
    for (id, label, model) in [("a", "one.example", "small"), ("b", "two.example", "small")] {
        let (mut run, recordings) = finished(id, 1);
        for lane in &mut run.lanes {
            (lane.label, lane.model) = (label.to_owned(), model.to_owned());
        }
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    let spent = history.spend(0.0).unwrap().models;
    let mut billed: Vec<&str> = spent.iter().map(|spent| spent.label.as_str()).collect();
    billed.sort_unstable();
    assert_eq!(billed, ["one.example", "two.example"], "each server sends a bill of its own");
}

#[test]
fn what_was_spent_is_by_model_with_the_unknown_counted_apart() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = finished("a", 2);
    run.started_at = "2026-03-05T00:00:00Z".to_owned();
    run.lanes[0].samples[0].cost_usd = Some(0.5);
    run.lanes[0].samples[1].cost_usd = None;
    run.lanes[1].simulated = true;
    run.simulated = true;
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let spend = history.spend(crate::clock::seconds("2026-03-04T00:00:00Z")).unwrap();
    assert_eq!((spend.models.len(), spend.simulated.len()), (1, 1), "simulated stands apart");
    let of = &spend.models[0];
    assert_eq!(
        (of.cost_usd, of.cost_unknown, of.requests),
        (Some(0.5), 1, 2),
        "unknown is no zero"
    );
    assert_eq!(spend.total.cost_usd, Some(0.5), "the total is of real requests");
    assert_eq!(of.out_tokens, Some(8.0), "tokens too");
    history.delete("a").unwrap();
    let spent = history.spend(0.0).unwrap().total.cost_usd;
    assert_eq!(spent, Some(0.5), "a deleted run was paid for all the same");
    let later = history.spend(crate::clock::seconds("2026-03-06T00:00:00Z")).unwrap();
    assert_eq!(later.total.cost_usd, None, "nothing is known of nothing");
}

#[test]
fn an_extreme_row_hides_no_cost_and_ends_no_race() {
    let history = History::in_memory().unwrap();
    keep(&history, "1", &now(), |run| {
        run.lanes[0].samples[0].cost_usd = Some(0.25);
        run.lanes[1].samples[0].cost_usd = Some(0.5);
    });
    let spent_after = |edit: &str| {
        history
            .write(|connection| Ok(connection.execute_batch(edit)?))
            .expect("it is stored by hand");
        let SpendToday { usd, unknown, .. } = history.spent_today().expect("it is readable");
        (usd, unknown)
    };
    let last = "WHERE lane = 1";
    for edit in ["cost_usd = -5", "cost_usd = 9e999", "cost_usd = -9e999", "cost_usd = 1e300"] {
        let spent = spent_after(&format!("UPDATE numbers SET {edit} {last}"));
        assert_eq!(spent, (0.25, 1), "{edit} is the cost of no request");
    }
    let tokens = "UPDATE numbers SET in_tokens_server = 9223372036854775807, out_tokens = 9223372036854775807";
    assert_eq!(spent_after(tokens), (0.25, 1), "a count too large for a sum");
    let model = "UPDATE entrants SET model = CAST(x'ff' AS TEXT)";
    assert_eq!(spent_after(model), (0.25, 1), "a name that is no text");
    let ahead = "UPDATE overview SET started_s = started_s + 86400 * 365";
    assert_eq!(spent_after(ahead), (0.0, 0), "a run of next year is not today's");
}
