//! Streams that break, now and then or for good, and clients that leave.

use std::io::{ErrorKind, Read};

use simulator::Outcome;

use crate::client::{Answer, Client, started, truths};

#[test]
fn a_broken_stream_ends_as_the_fault_says() {
    let simulator = started();
    let broken = |fault: &str| {
        let mut client = Client::of(&simulator);
        client.ask(&format!("scripted?ttft=10ms&gap=1ms&tokens=8&fault={fault}@50%"));
        let Err(error) = client.answer() else { panic!("the answer breaks off") };
        error.kind()
    };
    assert_eq!(broken("drop"), ErrorKind::UnexpectedEof, "closed with the body unfinished");
    assert_eq!(broken("reset"), ErrorKind::ConnectionReset, "reset");
    let ended: Vec<_> =
        truths(&simulator, 2).iter().map(|truth| (truth.outcome, truth.answer_tokens)).collect();
    assert_eq!(ended, [(Outcome::Dropped, 4), (Outcome::Reset, 4)], "the truth says both");
}

#[test]
fn a_fault_may_strike_now_and_then() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let model = "scripted?ttft=0&gap=0&tokens=1&fault=429&retry_after=3s&every=2";
    let answers = [(); 4].map(|()| client.complete(model));
    assert_eq!(answers.each_ref().map(Answer::status), [429, 200, 429, 200], "every second");
    assert!(answers.iter().any(|answer| answer.head.contains("retry-after: 3")), "when to return");
    let outcomes: Vec<_> = simulator.truth().iter().map(|truth| truth.outcome).collect();
    let expected = [Outcome::Refused, Outcome::Complete, Outcome::Refused, Outcome::Complete];
    assert_eq!(outcomes, expected, "two attempts are two truths");
}

#[test]
fn a_client_that_goes_away_is_noticed() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.ask("scripted?ttft=0&tokens=2&fault=stall@1");
    let mut byte = [0];
    client.socket.read_exact(&mut byte).expect("the stream has begun");
    drop(client);
    let truth = truths(&simulator, 1).remove(0);
    assert_eq!(truth.outcome, Outcome::ClientGone, "it was not the provider's doing");
    assert_eq!(truth.finish_us, None, "and nothing finished");
}
