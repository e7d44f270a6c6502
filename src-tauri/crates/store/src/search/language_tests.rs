use super::*;
use crate::search::query::{Bound, DatePoint, Quantity};

fn words(text: &str) -> Vec<(String, bool, Presence)> {
    let query = read(text).expect("it can be read");
    assert_eq!(query.filters, [], "there is no filter in {text:?}");
    query.words.into_iter().map(|words| (words.text, words.is_quoted, words.wanted)).collect()
}

fn the_filter(text: &str) -> (Filter, Presence) {
    let mut query = read(text).unwrap_or_else(|error| panic!("{text:?} can be read: {error}"));
    assert_eq!(query.words, [], "there are no words in {text:?}");
    assert_eq!(query.filters.len(), 1, "one filter in {text:?}");
    query.filters.remove(0)
}

fn refusal(text: &str) -> SearchError {
    read(text).expect_err("it cannot be read")
}

#[test]
fn words_phrases_and_exclusions_are_distinguished() {
    let plain = |text: &str| (text.to_owned(), false, Presence::Yes);
    assert_eq!(words("  two   words "), [plain("two"), plain("words")], "spaces part words");
    assert_eq!(
        words("\"two words\""),
        [("two words".to_owned(), true, Presence::Yes)],
        "quotes join"
    );
    assert_eq!(words("-draft"), [("draft".to_owned(), false, Presence::No)], "a minus negates");
    assert_eq!(words("-\"a b\""), [("a b".to_owned(), true, Presence::No)], "a phrase as well");
    assert_eq!(words("gpt-5"), [plain("gpt-5")], "a hyphen inside a word is none");
    assert_eq!(words(""), [], "nothing is nothing");
    for text in ["\"model:x\"", "http://a.b/c", "12:30", "a<b", "x=1"] {
        assert_eq!(words(text).len(), 1, "{text} is words");
    }
}

#[test]
fn each_filter_is_read() {
    let yes = |filter| (filter, Presence::Yes);
    assert_eq!(the_filter("model:GPT-5"), yes(Filter::Model("gpt-5".to_owned())), "any case");
    let phrase = Filter::Model("llama 3".to_owned());
    assert_eq!(the_filter("model:\"Llama 3\""), yes(phrase), "a value may have spaces");
    assert_eq!(the_filter("tag:#night"), yes(Filter::Tag("night".to_owned())), "with a hash too");
    let ttft = |bound, ms| yes(Filter::Number(Quantity::Ttft, bound, ms));
    assert_eq!(the_filter("ttft<500ms"), ttft(Bound::Below, 500.0), "milliseconds");
    assert_eq!(the_filter("ttft>=1.5s"), ttft(Bound::AtLeast, 1_500.0), "seconds");
    let cost = |bound, usd| yes(Filter::Number(Quantity::Cost, bound, usd));
    assert_eq!(the_filter("cost<0.01"), cost(Bound::Below, 0.01), "dollars");
    assert_eq!(the_filter("cost>$1,000"), cost(Bound::Above, 1_000.0), "as people write them");
    assert_eq!(
        the_filter("tokens>10k"),
        yes(Filter::Number(Quantity::Tokens, Bound::Above, 10_000.0)),
        "thousands"
    );
    assert_eq!(the_filter("since:7d"), yes(Filter::Since(DatePoint::Ago(604_800.0))), "an age");
    let day = 1_793_491_200.0;
    assert_eq!(the_filter("since:2026-11-01"), yes(Filter::Since(DatePoint::Day(day))), "a day");
    let next = Filter::Until(DatePoint::Day(day + 86_400.0));
    assert_eq!(the_filter("until:2026-11-01"), yes(next), "until a day has it in");
    assert_eq!(the_filter("starred"), yes(Filter::Starred), "a star needs no colon");
    assert_eq!(the_filter("-starred"), (Filter::Starred, Presence::No), "and can be negated");
    assert_eq!(the_filter("simulated:no"), (Filter::Simulated, Presence::No), "no is not");
    assert_eq!(the_filter("-simulated:no"), yes(Filter::Simulated), "and not no is yes");
    assert_eq!(the_filter("simulated:"), yes(Filter::Simulated), "nothing is yes");
    assert_eq!(the_filter("has:notes"), yes(Filter::HasNote), "a note");
    assert_eq!(the_filter("status:throttled"), yes(Filter::Status("throttled".to_owned())), "end");
    for filter in SEARCH_LANGUAGE.filters {
        the_filter(filter.example);
    }
}

#[test]
fn what_cannot_be_read_says_where_and_what_to_write() {
    for (text, at, length, advice) in [
        ("why modle:x", 4, 7, "model:"),
        ("ttft<fast", 0, 9, "ttft<500ms"),
        ("a ttft:5", 2, 6, "ttft<500ms"),
        ("cost<", 0, 5, "cost<0.01"),
        ("since:yesterday", 0, 15, "2026-11-01"),
        ("kind:relay", 0, 10, "kind:race"),
        ("status:great", 0, 12, "throttled"),
        ("has:legs", 0, 8, "has:notes"),
        ("model:", 0, 6, "model:gpt-5"),
        ("say \"hello", 4, 6, "second \""),
        ("??", 0, 2, "letter"),
        ("foo:bar", 0, 7, "quotes"),
    ] {
        let refusal = refusal(text);
        assert_eq!((refusal.at, refusal.length), (at, length), "{text:?} says where: {refusal:?}");
        assert!(refusal.message.contains(advice), "{text:?} says what to write: {refusal}");
    }
}

#[test]
fn a_search_that_is_too_long_is_refused_before_it_is_looked_for() {
    assert!(read(&"a".repeat(10_000)).is_ok(), "a long word is one");
    let refusal = refusal(&"(a".repeat(50_000_000));
    assert_eq!((refusal.at, refusal.length), (10_000, 1), "it says where it ends");
    assert!(refusal.message.contains("at most 10000 characters"), "{refusal}");
}

#[test]
fn no_text_makes_it_panic_and_what_it_refuses_lies_within() {
    let parts = [
        "a",
        "\"",
        "-",
        ":",
        "model",
        "ttft",
        "<",
        ">",
        "=",
        " ",
        "é",
        "\u{1f3c1}",
        "5",
        "ms",
        "//",
        "$",
        "since",
        "\t",
        ",",
    ];
    // A counter in a mixed base: every text of up to four parts, each once.
    let mut tried = 0;
    for number in 0..parts.len().pow(4) {
        let text: String =
            (0..4).map(|place| parts[number / parts.len().pow(place) % parts.len()]).collect();
        if let Err(refused) = read(&text) {
            let characters = u32::try_from(text.chars().count()).unwrap();
            assert!(refused.at + refused.length <= characters.max(1), "{text:?}: {refused:?}");
        }
        tried += 1;
    }
    assert_eq!(tried, 130_321, "all of them");
}

#[test]
fn a_search_of_more_parts_than_anybody_writes_says_where_to_stop() {
    for part in ["word ", "-\"two words\" ", "model:x "] {
        let most = part.repeat(MOST_PARTS);
        read(&most).unwrap_or_else(|error| panic!("{part}: as many as there may be: {error}"));
        let error = refusal(&part.repeat(MOST_PARTS + 2));
        assert_eq!(error.at as usize, most.len(), "from the first that is one too many");
        assert_eq!(error.length as usize, 2 * part.len(), "to the end");
        assert!(error.message.contains("200"), "with the limit: {error}");
    }
}
