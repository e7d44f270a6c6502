use providers::{SchemaFormat, Source};
use serde_json::json;

use super::*;
use crate::plan::LanePlan;
use crate::plan::lane_request::LaneRequest;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::testing::{lane, run, sample};

fn answered(times: impl IntoIterator<Item = f64>) -> Lane {
    let one = |ttft_ms: f64| {
        let mut answered = sample(Status::Ok);
        answered.speed.ttft_ms = Some(ttft_ms);
        answered
    };
    lane(times.into_iter().map(one))
}

fn image(data: &str) -> Part {
    let data = data.to_owned();
    let source = Source::Base64 { media_type: "image/png".to_owned(), data };
    Part { content: Content::Image { source, detail: None }, ..Part::text("") }
}

fn asking(text: &str, images: &[&str], format: Option<ResponseFormat>) -> LanePlan {
    let mut parts = vec![Part::text(text)];
    parts.extend(images.iter().map(|data| image(data)));
    let turn = Turn { role: Role::User, parts, own: serde_json::Map::new() };
    let payload = Payload { turns: vec![turn], response_format: format, ..Payload::default() };
    let request =
        LaneRequest { prompt: Some(String::new()), system: None, payload: Some(payload.into()) };
    LanePlan { provider: "custom".to_owned(), request: Some(request), ..LanePlan::default() }
}

fn plain(prompt: &str) -> LanePlan {
    let request = LaneRequest { prompt: Some(prompt.to_owned()), ..LaneRequest::default() };
    LanePlan { provider: "custom".to_owned(), request: Some(request), ..LanePlan::default() }
}

fn schema() -> ResponseFormat {
    let schema = json!({ "type": "object" });
    ResponseFormat::Schema(SchemaFormat { schema, ..SchemaFormat::default() })
}

fn found(lanes: Vec<(LanePlan, Lane)>) -> Vec<RequestPart> {
    let (plans, mut lanes): (Vec<_>, Vec<_>) = lanes.into_iter().unzip();
    for (place, lane) in (0..).zip(&mut lanes) {
        lane.place = place;
    }
    let mut run = run(lanes);
    run.plan.repeat = 8;
    run.plan.lanes = plans;
    run.request_parts()
}

fn told(lanes: Vec<(LanePlan, Lane)>) -> Vec<String> {
    let names = ["A", "B", "C"].map(str::to_owned);
    found(lanes).iter().filter_map(|part| part.text(&names)).collect()
}

const BARE: [f64; 8] = [40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0];

#[test]
fn images_are_timed_by_a_lane_that_is_asked_the_same_without_them() {
    let with = answered(BARE.map(|ms| ms + 60.0));
    let said = told(vec![
        (asking("What is it?", &["AAAA", "BBBB"], None), with),
        (plain("What is it?"), answered(BARE)),
    ]);
    assert_eq!(
        said,
        [
            "A sends 2 images more than B, and otherwise the same: TTFT longer by 60.0 ms (95 %: 60.0 ms to 60.0 ms) \
          over 8 rounds, by 30.0 ms for each image (95 %: 30.0 ms to 30.0 ms)."
        ]
    );
}

#[test]
fn of_several_lanes_with_fewer_images_the_one_with_the_fewest_is_beside_it() {
    let lanes = || {
        vec![
            (asking("What?", &["AAAA"], None), answered(BARE.map(|ms| ms + 10.0))),
            (asking("What?", &["AAAA", "BBBB"], None), answered(BARE.map(|ms| ms + 20.0))),
            (asking("What?", &[], None), answered(BARE)),
        ]
    };
    let pairs: Vec<_> = found(lanes())
        .iter()
        .map(|RequestPart { found, .. }| (found.lane, found.other, found.images))
        .collect();
    assert_eq!(pairs, [(0, 2, Some(1)), (1, 2, Some(2))]);
    let two = &found(lanes())[1].found;
    let each = two.per_image_ms.expect("images have a time each");
    assert!((each - 10.0).abs() < 1e-9, "20 ms for two: {each}");
    assert!(two.per_image_ci.is_some_and(|ci| ci.contains(each)), "with its interval: {two:?}");
}

#[test]
fn a_schema_is_timed_without_its_first_use() {
    let mut with = answered(std::iter::once(900.0).chain(BARE.map(|ms| ms + 5.0)));
    let first: &mut Sample = with.samples.first_mut().expect("a round");
    first.doubts = vec![measure::Warning::FirstSchemaUse];
    let without = answered(std::iter::once(39.0).chain(BARE));
    let parts = found(vec![
        (asking("What?", &[], Some(schema())), with),
        (asking("What?", &[], None), without),
    ]);
    let [part] = parts.as_slice() else { panic!("one: {parts:?}") };
    let part = &part.found;
    assert_eq!((part.images, part.per_image_ms, part.rounds), (None, None, 8));
    assert!((part.difference_ms - 5.0).abs() < 1e-9, "{}", part.difference_ms);
}

#[test]
fn a_difference_that_the_rounds_do_not_show_is_said_to_be_open() {
    let with = answered([46.0, 40.0, 45.0, 41.0, 48.0, 42.0, 43.0, 49.0]);
    let said = told(vec![
        (asking("What?", &[], Some(schema())), with),
        (asking("What?", &[], None), answered(BARE)),
    ]);
    assert!(said[0].contains("does not differ significantly over 8 rounds (95 %: "), "{said:?}");
    assert!(said[0].contains(" shorter to ") && said[0].ends_with(" longer)."), "{said:?}");
}

#[test]
fn lanes_that_differ_in_anything_else_or_have_too_few_rounds_are_not_compared_by_a_part() {
    let with = || (asking("What?", &["AAAA"], None), answered(BARE.map(|ms| ms + 60.0)));
    let beside = |plan: LanePlan| told(vec![with(), (plan, answered(BARE))]);
    assert_eq!(beside(plain("Which?")), [""; 0], "another prompt");
    assert_eq!(beside(asking("What?", &[], Some(schema()))), [""; 0], "and a schema");
    let other = LanePlan { model: "other".to_owned(), ..plain("What?") };
    assert_eq!(beside(other), [""; 0], "another model");
    let hot = LanePlan { temperature: Some(1.0), ..plain("What?") };
    assert_eq!(beside(hot), [""; 0], "another temperature");
    let few = (plain("What?"), answered(BARE.into_iter().take(5)));
    assert_eq!(told(vec![with(), few]), [""; 0], "no interval below six rounds");
}
