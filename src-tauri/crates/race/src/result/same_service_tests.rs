use checks::{CheckResult, written};
use measure::SplitMix64;
use providers::{Function, Payload, Tool};

use super::*;
use crate::plan::LanePlan;
use crate::result::run::Run;
use crate::testing::{lane, run, sample};

/// How a service answers.
#[derive(Clone, Copy)]
struct Service {
    /// How often it calls a tool where the prompt suggests one.
    calls: f64,
    /// How often its calls are valid.
    valid: f64,
    /// How often it begins as the others do.
    usual: f64,
    /// Words of an answer, on average.
    words: f64,
    /// How often a limit cuts it.
    cut: f64,
}

const USUAL: Service = Service { calls: 0.9, valid: 0.97, usual: 0.9, words: 60.0, cut: 0.1 };

fn answer(service: Service, row: u32, random: &mut SplitMix64) -> Sample {
    let calls = random.unit() < service.calls && row.is_multiple_of(2);
    let is_usual = random.unit() < service.usual;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few words")]
    let words = (service.words + 15.0 * random.normal()).max(1.0) as usize;
    let opening = if is_usual { "Prompt number" } else { "Well, then, prompt number" };
    let text = format!("{opening} {row}:{}", " word".repeat(words));
    let verdict = match (calls, random.unit() < service.valid) {
        (true, true) => CheckVerdict::Right,
        _ => CheckVerdict::Wrong,
    };
    let is_cut = random.unit() < service.cut;
    Sample {
        row: Some(row),
        text: if calls { String::new() } else { text }.into(),
        tools: if calls { "weather{\"city\":\"Rome\"}" } else { "" }.into(),
        doubts: is_cut.then_some(Warning::StoppedAtLimit).into_iter().collect(),
        checks: vec![CheckResult {
            check: "tool calls are valid".into(),
            verdict,
            reason: None,
            check_phrase: None,
            reason_phrase: None,
            tool_call_error: None,
        }],
        ..sample(Status::Ok)
    }
}

/// A race of these services over so many prompts, each asked so often, with the first as the reference.
fn raced(seed: u64, services: &[Service], (prompts, each): (u32, u32)) -> Run {
    let mut random = SplitMix64::new(seed);
    let lanes = (0_u32..).zip(services).map(|(place, service)| {
        let rounds = (0..each).flat_map(|_| 0..prompts);
        let samples: Vec<Sample> = rounds.map(|row| answer(*service, row, &mut random)).collect();
        Lane { place, ..lane(samples) }
    });
    let lanes: Vec<Lane> = lanes.collect();
    let tool = Tool::Function(Function { name: "weather".into(), ..Function::default() });
    let plan = Plan {
        prompt: "Why?".into(),
        payload: Payload { tools: vec![tool], ..Payload::default() }.into(),
        checks: vec![written("tool-call-valid").expect("a check")],
        temperature: Some(0.0),
        lanes: (0..services.len())
            .map(|at| LanePlan { reference: at == 0, ..LanePlan::default() })
            .collect(),
        ..Plan::default()
    };
    Run { plan, ..run(lanes) }
}

fn compared(run: &Run) -> Vec<ServiceComparison> {
    run.same_service()
}

fn names() -> Vec<String> {
    ["Maker", "Wafer", "Harbor"].map(str::to_owned).to_vec()
}

#[test]
fn of_lanes_that_are_the_same_at_most_5_of_100_races_tell_any_apart() {
    let alarms = (0..300).filter(|seed| {
        let found = compared(&raced(*seed, &[USUAL; 3], (6, 4)));
        found.iter().any(|one| one.found.verdict >= ServiceVerdict::Probably)
    });
    let alarms = alarms.count();
    assert!(alarms <= 24, "5 % of 300 and what chance adds, five features of two lanes: {alarms}");
}

#[test]
fn a_service_that_differs_in_one_thing_is_mostly_found_and_by_that_thing() {
    for (service, feature) in [
        (Service { calls: 0.4, ..USUAL }, ServiceTrait::ToolTrigger),
        (Service { valid: 0.5, ..USUAL }, ServiceTrait::ToolValidity),
        (Service { usual: 0.2, ..USUAL }, ServiceTrait::Opening),
        (Service { words: 90.0, ..USUAL }, ServiceTrait::Length),
        (Service { cut: 0.6, ..USUAL }, ServiceTrait::Ending),
    ] {
        let found = (0..10).filter(|seed| {
            let found = compared(&raced(*seed, &[USUAL, service], (8, 8)));
            let least = found[0].found.features.iter().min_by(|a, b| a.p.total_cmp(&b.p));
            found[0].found.verdict >= ServiceVerdict::Probably
                && least.is_some_and(|least| least.feature == feature)
        });
        let found = found.count();
        assert!(found >= 8, "{feature:?}: {found} of 10");
    }
}

#[test]
fn too_few_answers_say_nothing_and_without_a_reference_nobody_is_compared() {
    let few = compared(&raced(1, &[USUAL, Service { words: 900.0, ..USUAL }], (1, 7)));
    assert_eq!((few[0].found.verdict, few[0].found.features.len()), (ServiceVerdict::Unknown, 0));
    let told = few[0].text(&names()).expect("a sentence");
    assert_eq!(
        told,
        "Whether Wafer is the same service as Maker cannot be known: that takes at least 8 answers of each to the same prompts."
    );
    let mut alone = raced(1, &[USUAL, USUAL], (4, 4));
    alone.plan.lanes[0].reference = false;
    assert_eq!(compared(&alone), Vec::new(), "nobody asked");
    let muted = LanePlan { reference: true, muted: true, ..LanePlan::default() };
    alone.plan.lanes.push(muted);
    assert_eq!(compared(&alone), Vec::new(), "the reference did not run");
}

#[test]
fn how_answers_begin_is_compared_only_where_it_is_a_distribution() {
    let features = |run: &Run| -> Vec<ServiceTrait> {
        compared(run)[0].found.features.iter().map(|one| one.feature).collect()
    };
    let mut asked = raced(1, &[USUAL, USUAL], (8, 4));
    assert!(features(&asked).contains(&ServiceTrait::Opening), "repeated, at one temperature");
    asked.plan.temperature = None;
    assert!(!features(&asked).contains(&ServiceTrait::Opening), "each has its own default");
    let once = raced(1, &[USUAL, USUAL], (30, 1));
    assert!(!features(&once).contains(&ServiceTrait::Opening), "each prompt was asked once");
    assert!(features(&once).contains(&ServiceTrait::Length), "lengths are paired by prompt");
}

#[test]
fn what_differs_is_told_with_how_sure_it_is_and_what_does_not_with_how_much_it_shows() {
    let other = Service { calls: 0.2, words: 200.0, ..USUAL };
    let found = compared(&raced(3, &[USUAL, other, USUAL], (10, 6)));
    let told: Vec<String> = found.iter().filter_map(|one| one.text(&names())).collect();
    assert!(
        told[0].starts_with(
            "Wafer is almost certainly not the same weights, template or settings as Maker: it calls tools in answer to other prompts (F1 "
        ),
        "{told:?}"
    );
    assert!(told[0].contains("tokens as the median, and the reference's "), "{told:?}");
    assert!(
        told[1].starts_with("Harbor answers like Maker as far as ")
            && told[1].contains("compared by when tools are called, ")
            && told[1].ends_with(
                "nothing differs at 5 % over all that is compared. That is no proof that they are one service."
            ),
        "{told:?}"
    );
    assert!(
        told[0].ends_with(
            "Between lanes of one service, chance brings as clear a difference in at most 0.1 % of races."
        ),
        "{told:?}"
    );
}

#[test]
fn f1_weighs_calls_that_the_reference_makes_against_those_of_both() {
    let told = |calls: &[bool]| -> Vec<Told> {
        let one = |(round, calls): (usize, &bool)| Told {
            question: 0,
            round,
            calls: *calls,
            valid: None,
            opening: None,
            is_short: false,
            length: 1.0,
            ending: 0,
        };
        calls.iter().enumerate().map(one).collect()
    };
    let reference = told(&[true, true, true, false]);
    assert_eq!(f1(&told(&[true, true, false, true]), &reference), Some(2.0 * 2.0 / 6.0));
    assert_eq!(f1(&told(&[false; 4]), &told(&[false; 4])), None, "nobody calls");
    assert_eq!(f1(&told(&[false; 4]), &reference), Some(0.0));
}

/// A race of lanes whose answers have so many tokens, each of them one of two words with a chance of the lane's own for the first.
fn raced_shortly(seed: u64, tokens: u32, chances: &[f64], (prompts, each): (u32, u32)) -> Run {
    let mut random = SplitMix64::new(seed);
    let mut run = raced(seed, &vec![USUAL; chances.len()], (prompts, each));
    for (lane, chance) in run.lanes.iter_mut().zip(chances) {
        for sample in &mut lane.samples {
            let words = (0..tokens).map(|_| if random.unit() < *chance { " yes" } else { " no" });
            sample.text = words.collect::<String>().into();
            (sample.tools, sample.doubts) = (String::new().into(), Vec::new());
        }
    }
    run.plan.payload = Payload::default().into();
    run
}

#[test]
fn of_answers_too_short_to_tell_services_apart_it_is_said_that_it_cannot_be_known() {
    for tokens in [1, 2, 4] {
        let found = compared(&raced_shortly(1, tokens, &[1.0, 1.0], (4, 10)));
        assert_eq!(
            found[0].found.verdict,
            ServiceVerdict::Unknown,
            "{tokens} tokens, all the same"
        );
        assert_eq!(
            found[0].text(&names()).expect("a sentence"),
            "Whether Wafer is the same service as Maker cannot be known: most of their answers have fewer than 8 o200k tokens, and answers that short are much alike whoever gives them. Ask for longer ones."
        );
        let other = compared(&raced_shortly(1, tokens, &[0.95, 0.2], (4, 10)));
        assert!(
            other[0].found.verdict >= ServiceVerdict::VeryProbably,
            "{tokens} tokens that differ do differ: {:?}",
            other[0].found
        );
    }
    let long = compared(&raced_shortly(1, 8, &[1.0, 1.0], (4, 10)));
    assert_eq!(long[0].found.verdict, ServiceVerdict::Alike, "as long as what is compared");
}

#[test]
fn short_answers_of_one_service_are_told_apart_in_at_most_5_of_100_races() {
    for tokens in [1, 2, 4] {
        let alarms = (0..200).filter(|seed| {
            let found = compared(&raced_shortly(*seed, tokens, &[0.7; 3], (3, 8)));
            found.iter().any(|one| one.found.verdict >= ServiceVerdict::Probably)
        });
        let alarms = alarms.count();
        assert!(alarms <= 18, "5 % of 200 and what chance adds, {tokens} tokens: {alarms}");
    }
}
