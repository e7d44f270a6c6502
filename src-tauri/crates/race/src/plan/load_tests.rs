use super::*;

#[test]
fn a_ladder_doubles_and_ends_at_its_highest_level() {
    let ladder = Some(Ladder { most: 20, ttft_p95_ms: None });
    let steps = Load { concurrency: Vec::new(), ladder, ..Load::default() }.steps();
    let expected = [1, 2, 4, 8, 16, 20].map(Step::Streams);
    assert_eq!(steps, expected, "the highest level is tried whatever it is");
}

#[test]
fn a_usual_level_measures_enough_waves_to_say_how_sure_it_is() {
    let usual = Load::default();
    for step in usual.steps() {
        let Step::Streams(streams) = step else { panic!("a closed loop") };
        let measured = usual.measured_requests(step);
        assert!(measured >= usual.samples, "{streams} in flight: {measured}");
        assert!(measured / streams >= measure::WAVES_FROM, "{streams} in flight: {measured}");
    }
    let exact = Load { waves: None, ..usual };
    assert_eq!(exact.measured_requests(Step::Streams(32)), 50, "a plan without waves is kept");
    let older = r#"{"concurrency":[32],"samples":50,"unique_prompts":true,"cold":false,"seed":1}"#;
    let older: Load = serde_json::from_str(older).expect("a plan of an older version");
    assert_eq!(older.measured_requests(Step::Streams(32)), 50, "it measures what it did");
}

#[test]
fn a_level_at_a_rate_may_go_on_to_its_most_samples_which_are_counted_before_the_start() {
    let load = Load {
        concurrency: Vec::new(),
        rates: vec![2.0],
        samples: 50,
        most_samples: Some(320),
        ..Load::default()
    };
    let step = Step::Rate(2.0);
    assert_eq!(load.measured_requests(step), 320, "as many as it may take");
    assert_eq!(load.most_requests(), 320 + 2 * 20, "ten seconds of requests before, and after");
    let settled = Load { settled_within: Some(0.05), ..load.clone() };
    assert_eq!(settled.measured_requests(step), 50, "one until settled has its own end");
    let exact = Load { most_samples: None, ..load.clone() };
    assert_eq!(exact.measured_requests(step), 50, "and an older plan is kept");
    assert_eq!(load.measured_requests(Step::Streams(2)), 50, "streams have waves");
}

#[test]
fn a_level_that_ends_on_its_own_is_checked_at_doubling_counts() {
    let load =
        Load { settled_within: Some(0.05), samples: 200, waves: Some(40), ..Load::default() };
    assert_eq!(load.looks(Step::Streams(1)), [20, 40, 80, 160, 200], "and at its end");
    assert_eq!(load.looks(Step::Streams(8)), [128, 256, 320], "from sixteen waves on");
    assert_eq!(Load::default().looks(Step::Streams(8)), [0; 0], "unless it measures all");
}

fn over(concurrency: &[u32], unique_prompts: bool) -> Load {
    let lengths = PromptLengths { tokens: vec![100, 1_000], cached: true };
    let concurrency = concurrency.to_vec();
    Load { concurrency, unique_prompts, lengths: Some(lengths), ..Load::default() }
}

#[test]
fn a_sweep_over_lengths_has_a_level_for_each_and_one_load() {
    let load = Load { samples: 10, waves: Some(10), ..over(&[2], true) };
    assert_eq!(load.problems(), [], "it can start");
    let levels: Vec<(f64, Option<u32>)> =
        load.steps().into_iter().map(|step| (step.load(), step.streams())).collect();
    let twice = [100.0, 100.0, 1_000.0, 1_000.0].map(|tokens| (tokens, Some(2)));
    assert_eq!(levels, twice, "cold and cached");
    assert_eq!(load.most_requests(), 4 * (20 + 8), "ten waves of two, and eight beside");
    let written = serde_json::to_string(&load).expect("a plan");
    assert_eq!(serde_json::from_str::<Load>(&written).expect("it"), load, "it is kept");
}

#[test]
fn an_impossible_sweep_is_refused_before_the_start() {
    assert_eq!(Load::default().problems(), [], "a usual sweep can start");
    for (load, says) in [
        (Load { concurrency: Vec::new(), ..Load::default() }, "needs levels"),
        (Load { concurrency: vec![513], ..Load::default() }, "between 1 and 512"),
        (Load { rates: vec![0.0], ..Load::default() }, "above 0"),
        (Load { rates: vec![f64::NAN], ..Load::default() }, "above 0"),
        (Load { samples: 0, ..Load::default() }, "between 1 and 10,000"),
        (Load { most_samples: Some(0), ..Load::default() }, "between 1 and 10,000"),
        (Load { waves: Some(0), ..Load::default() }, "Waves must be between 1 and 1,000"),
        (Load { settled_within: Some(0.0), ..Load::default() }, "between 0 and 100 %"),
        (Load { budget_usd: Some(-1.0), ..Load::default() }, "above 0 dollars"),
        (over(&[1, 8], true), "one number of requests in flight"),
        (over(&[1], false), "needs unique prompts"),
        (Load { prompts: vec!["Hi".into()], ..over(&[1], true) }, "its own prompts"),
    ] {
        let problems = Phrase::sentences(load.problems()).to_string();
        assert!(problems.contains(says), "{says}: {problems}");
    }
}
