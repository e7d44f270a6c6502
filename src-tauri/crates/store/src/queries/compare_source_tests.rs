//! Requests of stored runs, as they are passed on to be compared.

use providers::{Content, Part, Payload, Role, Source, Turn};
use race::{LanePlan, LaneRequest};

use super::*;
use crate::fixtures::{TTFT_MS, begun, finished};

fn kept(change: impl FnOnce(&mut race::Run)) -> History {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = finished("a", 3);
    change(&mut run);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    history
}

#[test]
fn every_measured_request_is_compared_with_how_it_ended() {
    let history = kept(|run| {
        run.started_at = "2026-03-01T00:00:10Z".to_owned();
        run.lanes[1].samples[0].status = Status::Throttled;
        run.lanes[1].samples[1].status = Status::Cancelled;
    });
    let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
    let outcomes: Vec<_> = points.iter().map(|point| point.outcome).collect();
    let good = Outcome::Good;
    assert_eq!(
        outcomes,
        [good, good, good, Outcome::Failed, Outcome::Stopped, good],
        "429 is a failure of the provider's, a stop is none"
    );
    let first = &points[0];
    assert_eq!(first.ttft_ms, Some(TTFT_MS), "with its numbers");
    assert_eq!(
        (first.load, first.raced),
        (LoadLevel::InFlight(1), true),
        "one at a time, at one gun"
    );
    assert_eq!(first.at_s, 1_772_323_210, "2026-03-01T00:00:10Z in seconds since 1970");
}

#[test]
fn a_request_is_handed_over_with_how_it_was_measured() {
    let points = |cold: Option<bool>| {
        let history = kept(|run| {
            run.plan.load = cold.map(|cold| race::Load { cold, ..race::Load::default() });
            run.ttft_error_ms = Some(0.3);
        });
        let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
        let told = |point: &compare::MeasuredRequest| (point.ttft_error_ms, point.cold);
        assert!(points.iter().all(|point| point.machine.is_some()), "each knows its machine");
        points.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(points(None), [(Some(0.3), false); 6], "a race's lanes connect beforehand");
    assert_eq!(points(Some(false)), [(Some(0.3), false); 6], "and so does a sweep");
    assert_eq!(points(Some(true)), [(Some(0.3), true); 6], "unless it was to be cold");
}

#[test]
fn a_race_that_its_values_were_to_end_is_handed_over_as_such() {
    let asked = |until_settled: Option<Metric>| {
        let history = kept(|run| run.plan.until_settled = until_settled);
        let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
        points.iter().map(|point| point.stopping).collect::<Vec<_>>()
    };
    assert_eq!(
        asked(Some(Metric::TtftMs)),
        [Stopping::WhenSettled; 6],
        "its rounds were looked at one by one"
    );
    assert_eq!(asked(None), [Stopping::Planned; 6], "its rounds were planned");
}

#[test]
fn simulated_lanes_are_handed_over_as_such() {
    let history = kept(|run| {
        run.lanes[1].simulated = true;
        run.simulated = true;
    });
    let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
    let simulated = points.iter().filter(|point| point.simulated).count();
    assert_eq!((points.len(), simulated), (6, 3), "a lane of each, told apart");
}

#[test]
fn a_request_has_the_price_of_today() {
    let history = kept(|_| {});
    let price_of = |history: &History| {
        let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
        points.first().and_then(|point| point.price.clone())
    };
    assert_eq!(price_of(&history), None, "nobody knows one, and that is no zero");
    let model = history.compared(&Selection::default(), Metric::TtftMs).unwrap()[0].model.clone();
    let price = cost::OwnPrice::PerMillion {
        input_usd: 1.5,
        output_usd: 6.0,
        cache_read_usd: None,
        cache_write_usd: None,
        reasoning_usd: None,
        request_usd: None,
    };
    let row = cost::OwnPriceRow {
        provider: "custom".to_owned(),
        address: None,
        model,
        dated: "2026-03-02".to_owned(),
        price,
    };
    history.put_price(&row).unwrap();
    let known = price_of(&history).map(|price| (price.rates.input, price.rates.output));
    assert_eq!(known, Some((1_500_000, 6_000_000)), "the one that was set since");
}

#[test]
fn a_request_knows_how_much_its_model_reads_and_how_long_its_prompt_was() {
    let history = kept(|run| {
        for lane in &mut run.lanes {
            lane.provider = "openai".to_owned();
            lane.model = "gpt-4.1".to_owned();
        }
    });
    let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
    let prices = cost::Prices::default();
    let reads = prices.book().context("openai", "gpt-4.1");
    assert!(reads.is_some_and(|tokens| tokens > 100_000), "the price table knows: {reads:?}");
    assert_eq!(points[0].context, reads, "as the table has it");
    let asked = f64::from(cost::tokens::count("Why is the sky blue? (a)"));
    assert!(
        points[0].prompt_tokens.is_some_and(|tokens| (asked..asked + 64.0).contains(&tokens)),
        "in o200k tokens: {:?}",
        points[0].prompt_tokens
    );
    let unknown = kept(|_| {}).compared(&Selection::default(), Metric::TtftMs).unwrap();
    assert_eq!(unknown[0].context, None, "of a server of one's own nobody knows");
}

#[test]
fn any_metric_can_be_asked_for_and_comes_with_its_requests() {
    let history = kept(|run| run.lanes[0].samples[0].speed.stalls = Some(3));
    let points = history.compared(&Selection::default(), Metric::Stalls).unwrap();
    let stalls: Vec<_> = points.iter().map(|point| point.value(Metric::Stalls)).collect();
    assert_eq!(stalls[0], Some(3.0), "as its sample has it: {stalls:?}");
    assert_eq!(points[0].value(Metric::TtfbMs), None, "what nobody asked for was not read");
}

#[test]
fn a_level_of_a_sweep_is_a_load() {
    assert_eq!(load(None, None), LoadLevel::InFlight(1), "a race");
    assert_eq!(load(Some(8), None), LoadLevel::InFlight(8), "eight in flight");
    assert_eq!(load(None, Some(2.5)), LoadLevel::Per1000Seconds(2_500), "five every two seconds");
}

#[test]
fn a_comparison_is_read_once_and_again_after_anything_was_kept() {
    use compare::{CompareQuestion, view};

    let history = kept(|_| {});
    let comparisons = Comparisons::over(history.clone());
    let all = Selection::default();
    let first = CompareQuestion::default();
    let moved = CompareQuestion { second_usd: 0.5, blend: 9.0, ..CompareQuestion::default() };
    for question in [&first, &moved, &first] {
        let known = view(&history.compared(&all, Metric::TtftMs).unwrap(), question);
        assert_eq!(comparisons.view(&all, question).unwrap(), known, "the same as read anew");
    }
    let (mut run, recordings) = finished("b", 3);
    run.started_at = "2026-03-02T00:00:10Z".to_owned();
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let known = view(&history.compared(&all, Metric::TtftMs).unwrap(), &moved);
    let told = comparisons.view(&all, &moved).unwrap();
    assert_eq!((told.runs, &told), (2, &known), "a run that was kept since is in it");
    let one = Selection { runs: vec!["a".to_owned()], ..Selection::default() };
    assert_eq!(comparisons.view(&one, &moved).unwrap().runs, 1, "another selection is read anew");
}

#[test]
fn a_request_of_a_sweep_over_lengths_is_handed_over_with_the_length_of_its_prompt() {
    let lengths = |tokens: [Option<u32>; 2]| {
        let history = kept(|run| {
            run.kind = RunKind::Sweep;
            for lane in &mut run.lanes {
                let mut samples = std::mem::take(&mut lane.samples).into_iter();
                lane.levels = tokens
                    .map(|prompt_tokens| {
                        let (samples, others): (Vec<_>, Vec<_>) = (
                            samples.next().into_iter().collect(),
                            samples.next().into_iter().collect(),
                        );
                        race::Level {
                            concurrency: Some(1),
                            prompt_tokens,
                            measured: u32::try_from(samples.len()).unwrap(),
                            unmeasured: u32::try_from(others.len()).unwrap(),
                            samples,
                            others,
                            ..race::Level::default()
                        }
                    })
                    .to_vec();
            }
        });
        let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
        points.iter().map(|point| point.swept_length).collect::<Vec<_>>()
    };
    let [short, long] = [Some(1_000), Some(100_000)];
    assert_eq!(
        lengths([short, long]),
        [short, long].repeat(2),
        "in both lanes, whose first levels had a request more that was not measured"
    );
    assert_eq!(lengths([None, None]), [None; 4], "a sweep over loads has no lengths");
}

#[test]
fn a_lane_with_more_images_than_another_is_handed_over_with_what_each_took() {
    let asked = |images: usize| {
        let source = Source::Base64 { media_type: "image/png".to_owned(), data: "iVBO".to_owned() };
        let image = || Part::from(Content::Image { source: source.clone(), detail: None });
        let mut parts = vec![Part::text("What is this?")];
        parts.extend((0..images).map(|_| image()));
        let turns = vec![Turn { parts, ..Turn::text(Role::User, "") }];
        let payload = Payload { turns, ..Payload::default() };
        let request = LaneRequest {
            prompt: Some(String::new()),
            payload: Some(payload.into()),
            ..LaneRequest::default()
        };
        LanePlan { model: "small".to_owned(), request: Some(request), ..LanePlan::default() }
    };
    let each = |fewer: usize, more: usize| -> Vec<Option<f64>> {
        let history = kept(|run| {
            (run.plan.lanes[1], run.plan.lanes[2]) = (asked(fewer), asked(more));
            run.lanes[1].model = "small".to_owned();
            for sample in &mut run.lanes[1].samples {
                sample.speed.ttft_ms = Some(TTFT_MS + 60.0);
            }
            run.lanes[1].samples[2].status = Status::Throttled;
        });
        let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
        points.iter().map(|point| point.carried.as_deref()?.per_image_ms).collect()
    };
    let (one, no) = (Some(30.0), None);
    assert_eq!(each(1, 3), [no, no, no, one, one, no], "in the rounds in which both answered");
    assert_eq!(each(2, 2), [no; 6], "lanes that are asked the same tell nothing of an image");
}

/// The requests of a chain of two steps, each given by the models that answered its steps in turn.
fn chain(rounds: [&[&'static str]; 3]) -> Vec<compare::MeasuredRequest> {
    let history = kept(|run| {
        let lane = &mut run.lanes[0];
        let provider = providers::provider("groq").unwrap();
        let step = |model: &str| race::LaneStep::begun(provider, model);
        lane.steps = vec![step("small"), step("large")];
        lane.provider = race::CHAIN.to_owned();
        (lane.label, lane.model) = lane.names_by_steps();
        for (sample, models) in lane.samples.iter_mut().zip(rounds) {
            let by = |model: &&'static str| {
                let mut one = sample.clone();
                let server = one.server.get_or_insert_default();
                server.model = (!model.is_empty()).then(|| (*model).into());
                server.service_tier = Some((*model).into());
                one
            };
            let steps: Vec<race::Sample> = models.iter().map(by).collect();
            *sample = steps.last().expect("a round has a step").clone();
            sample.cached_read_tokens = (models.len() > 1).then_some(100);
            let steps = steps.into_iter().zip(0..);
            sample.steps = steps.map(|(sample, step)| race::StepSample { step, sample }).collect();
        }
    });
    let points = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
    points.into_iter().filter(|point| point.provider == race::CHAIN).collect()
}

fn told_answers(rounds: [&[&'static str]; 3]) -> Vec<Option<String>> {
    let points = chain(rounds).into_iter();
    points.map(|point| point.answered_by.as_deref().map(str::to_owned)).collect()
}

#[test]
fn which_step_of_a_chain_answered_makes_no_contender_of_its_own() {
    let points = chain([&["small"], &["small", "large"], &["small"]]);
    let told: Vec<_> = points
        .iter()
        .map(|point| {
            (point.answered_by.as_deref(), point.answered_tier.clone(), point.cached_tokens)
        })
        .collect();
    assert_eq!(told, vec![(Some("small"), None, None); 3], "that is what came of it");
}

#[test]
fn two_models_that_answered_a_step_of_each_round_are_told_apart() {
    let told = |rounds| told_answers(rounds).into_iter().map(Option::unwrap_or_default);
    let all: Vec<String> = told([&["alpha"], &["beta", "large"], &["alpha"]]).collect();
    assert_eq!(all, ["alpha", "beta", "alpha"], "of a step that every round asks");
    let all: Vec<String> = told([&["small", "x"], &["small", "y"], &["small", "x"]]).collect();
    assert_eq!(all, ["small \u{2192} x", "small \u{2192} y", "small \u{2192} x"], "of both");
    let all: Vec<String> = told([&["small", "x"], &["", "y"], &["small", "x"]]).collect();
    assert_eq!(
        all,
        ["small \u{2192} x", "", "small \u{2192} x"],
        "a step that names nobody tells nothing"
    );
    let some = told_answers([&["small", "x"], &["small", "y"], &["small"]]);
    assert_eq!(some, vec![None; 3], "who climbed is not compared with who did not");
}

#[test]
fn times_of_requests_at_a_rate_are_from_when_each_was_due() {
    let history = kept(|_| {});
    let all = history.points(&Selection::default()).unwrap();
    let told = |rate: Option<f64>, asked_for: Metric| {
        let mut point = all[0].clone();
        point.rate = rate;
        for (metric, ms) in [
            (Metric::TtftMs, 100.0),
            (Metric::TtftPerceivedMs, 1_100.0),
            (Metric::TtfatMs, 150.0),
            (Metric::TtfsMs, 180.0),
            (Metric::LatencyMs, 500.0),
            (Metric::LatencyPerceivedMs, 1_500.0),
        ] {
            point.numbers.set(metric, Some(ms));
        }
        let one = request(point, ModelFacts::default(), asked_for);
        [one.ttft_ms, one.ttfat_ms, one.latency_ms, one.asked_for.map(|(_, value)| value)]
    };
    let of_sent = [100.0, 150.0, 500.0, 180.0].map(Some);
    assert_eq!(told(None, Metric::TtfsMs), of_sent, "a closed loop sends when it is free to");
    let of_due = [1_100.0, 1_150.0, 1_500.0, 1_180.0].map(Some);
    assert_eq!(told(Some(5.0), Metric::TtfsMs), of_due, "each was held up for a second");
    assert_eq!(told(Some(5.0), Metric::TtftMs)[3], Some(1_100.0), "also as the question's number");
}
