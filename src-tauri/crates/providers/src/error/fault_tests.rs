//! What a fault keeps of its words: a text, a phrase for every language, and no secret in either.

use measure::Phrase;
use secrecy::SecretString;

use super::*;

const KEY: &str = "zq-7f3a9c1e5b8d2046";

measure::phrases! {
    fn of_two(one: &str, other: &str) = "test.of_two", "Ask {one}{other} about it.";
}

fn advised(advice: &Phrase) -> Fault {
    let redaction = Redaction::of(Some(&SecretString::from(KEY)));
    Fault::new(FaultClass::OtherStatus, "HTTP 499").advised(advice, &redaction)
}

#[test]
fn a_key_is_in_neither_the_text_nor_the_phrase_of_an_advice() {
    let (before, after) = KEY.split_at(7);
    for (advice, has_phrase, why) in [
        (of_two("Acme", ""), true, "what has no key is said in every language"),
        (of_two(KEY, ""), true, "a value that is the key is hidden, and the rest is said"),
        (of_two(before, after), false, "a key across two values is hidden in the whole alone"),
    ] {
        let fault = advised(&advice);
        let stored = serde_json::to_string(&fault).expect("it is JSON");
        assert!(!stored.contains(KEY) && !stored.contains(after), "{why}: {stored}");
        assert_eq!(fault.advice_phrase.is_some(), has_phrase, "{why}: {stored}");
    }
}

#[test]
fn what_happened_is_a_phrase_and_a_key_is_in_neither() {
    let redaction = Redaction::of(Some(&SecretString::from(KEY)));
    let (before, after) = KEY.split_at(7);
    for (message, has_phrase, why) in [
        (
            happened::unresolved("api.example.com", "no such name"),
            true,
            "it is said in any language",
        ),
        (happened::unconnected("api.example.com:443", KEY), true, "a key in it is hidden"),
        (of_two(before, after), false, "a key across two values is hidden in the whole alone"),
    ] {
        let fault = Fault::saying(FaultClass::Dns, &message, &redaction);
        let stored = serde_json::to_string(&fault).expect("it is JSON");
        assert!(!stored.contains(KEY) && !stored.contains(after), "{why}: {stored}");
        let phrase = fault.message_phrase.map(|phrase| phrase.to_string());
        assert_eq!(phrase.is_some(), has_phrase, "{why}: {stored}");
        assert!(phrase.is_none_or(|phrase| fault.message == phrase.as_str()), "the same words");
    }
    let earlier = r#"{"class":"dns","message":"m","advice":"a"}"#;
    let fault: Fault = serde_json::from_str(earlier).expect("a run of an earlier version");
    assert!(fault.message_phrase.is_none(), "which has the text alone");
}

#[test]
fn an_error_in_place_of_an_answer_is_told_in_the_servers_words() {
    let in_stream = said_in_stream(UntrustedText::of("gone"), &Redaction::default());
    let told = in_place_of_answer(&in_stream.message, 200);
    assert_eq!(told.to_string(), "HTTP 200, but an error in place of an answer: gone");
}

#[test]
fn one_more_sentence_of_advice_follows_whatever_is_there() {
    let of_earlier_version =
        Fault { advice: "Wait.".into(), ..Fault::new(FaultClass::Throttled, "HTTP 429") };
    let more = || advice::try_again();
    for (fault, text) in [
        (Fault::new(FaultClass::Throttled, "HTTP 429"), "Try again."),
        (advised(&advice::check_address()), "Check the address. Try again."),
        (of_earlier_version, "Wait. Try again."),
    ] {
        let longer = fault.also_advising(more());
        assert_eq!(longer.advice, text, "as one text");
        let phrase = longer.advice_phrase.map(|phrase| phrase.to_string());
        assert!(phrase.is_none_or(|phrase| phrase == text), "and a phrase says the same");
    }
}
