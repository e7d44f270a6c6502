//! Times compared with the simulator's own truth. The bounds are wide because these tests share the machine with
//! others; precision is measured by `./dev bench`.

use crate::arena::{Arena, ms, plan, ran};

/// How late a first token may be read on a machine busy with other tests, in milliseconds.
const BUSY: f64 = 250.0;

#[test]
fn no_time_is_earlier_than_the_truth() {
    let arena = Arena::open();
    let lanes = (0..8).map(|_| arena.lane("ttft=100ms&gap=5ms&tokens=60")).collect();
    let run = ran(plan(lanes));
    let mut truths = arena.truths(8);
    truths.sort_by_key(|truth| truth.first_content_us);
    let mut samples: Vec<_> = run.lanes.iter().map(|lane| &lane.samples[0].speed).collect();
    samples.sort_by(|a, b| a.ttft_ms.partial_cmp(&b.ttft_ms).expect("both are known"));
    for (speed, truth) in samples.into_iter().zip(&truths) {
        let late = speed.ttft_ms.expect("tokens came") - ms(truth.first_content_us);
        assert!(late >= 0.0, "nobody sees a token before it is sent: {late} ms");
        assert!(late < BUSY, "and it is read when it comes, not {late} ms later");
    }
}

#[test]
fn every_lanes_speed_is_the_speed_it_was_sent_at() {
    let arena = Arena::open();
    let speeds = [50_u32, 200, 500, 1_000];
    let lanes = speeds
        .iter()
        .map(|tps| arena.lane(&format!("ttft=50ms&tps={tps}&tokens={}", tps.max(&60))));
    let run = ran(plan(lanes.collect()));
    for (lane, expected) in run.lanes.iter().zip(speeds) {
        let tps = lane.samples[0].speed.decode_tps.expect("there is a window");
        let off = tps / f64::from(expected) - 1.0;
        assert!(off.abs() < 0.05, "{tps} tok/s where {expected} were sent");
    }
}

#[test]
fn a_streams_times_are_in_the_order_in_which_things_happen() {
    let arena = Arena::open();
    let run = ran(plan(vec![
        arena.lane("headers=20ms&ttft=60ms&gap=2ms&tokens=20&reasoning=10&done=20ms"),
    ]));
    let speed = &run.lanes[0].samples[0].speed;
    let times = [
        speed.request_written_ms,
        speed.ttfb_ms,
        speed.ttfb_headers_ms,
        speed.first_event_ms,
        speed.ttft_ms,
        speed.ttfat_ms,
        speed.latency_ms,
        speed.latency_ms.zip(speed.stream_tail_ms).map(|(last, tail)| last + tail),
    ];
    let times: Vec<f64> = times.into_iter().map(|time| time.expect("all of it happened")).collect();
    assert!(
        times.is_sorted(),
        "written, first byte, headers, first event, first token, first word, last word, end: {times:?}"
    );
    let [written, first_byte, ..] = times[..] else { panic!("they were listed") };
    assert!(written < 20.0 && first_byte >= 20.0, "the server waited before it began: {times:?}");
    let strain = run.lanes[0].samples[0].strain.expect("somebody looked at this machine");
    assert!(strain.clock_gap_ms.abs() < 1_000, "which did not sleep: {strain:?}");
    assert!(speed.ttft_perceived_ms >= speed.ttft_ms, "the perceived time includes the start");
}

#[test]
fn perceived_times_count_from_the_gun_and_others_from_the_send() {
    let arena = Arena::open();
    let lanes = (0..12).map(|_| arena.lane("ttft=40ms&gap=2ms&tokens=10")).collect();
    let run = ran(plan(lanes));
    for lane in &run.lanes {
        let sample = &lane.samples[0];
        let sent = sample.sent_at_ms.expect("it was sent");
        for (waited, took) in [
            (sample.speed.ttft_perceived_ms, sample.speed.ttft_ms),
            (sample.speed.latency_perceived_ms, sample.speed.latency_ms),
        ] {
            let between = waited.zip(took).map(|(waited, took)| waited - took);
            assert!(
                between.is_some_and(|between| (between - sent).abs() < 1e-3),
                "between the two lies exactly what passed before the send, {sent} ms: {between:?}"
            );
        }
    }
    let last = run.lanes.iter().filter_map(|lane| lane.samples[0].sent_at_ms).fold(0.0, f64::max);
    assert!(last > 0.0, "lanes leave one after the other, or the two would be one number");
}
