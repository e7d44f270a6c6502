//! The shipped book against published prices, and texts that are not books.

use super::{Book, BookError};
use crate::Price;

fn book_of(row: &str) -> Result<Book, BookError> {
    Book::parse(&format!(
        r#"{{"source": "a list", "dated": "2026-11-12", "prices": {{"groq/m": {row}}}}}"#
    ))
}

#[test]
fn the_shipped_book_parses_whole() {
    let book = Book::parse(include_str!("../prices.json"))
        .unwrap_or_else(|error| panic!("the shipped book must be readable: {error}"));
    assert_eq!(book.source(), "LiteLLM 1.109.1", "a price says from where");
    assert_eq!(book.dated(), "2026-11-12", "a price says when");
    let known = ["anthropic", "cerebras", "cohere_chat", "deepinfra", "deepseek", "fireworks_ai"]
        .into_iter()
        .chain(["gemini", "groq", "inception", "mistral", "morph", "openai", "sambanova"])
        .chain(["together_ai", "xai"]);
    for provider in known {
        let prefix = format!("{provider}/");
        let count = book.rows.keys().filter(|id| id.starts_with(&prefix)).count();
        assert!(count > 0, "{provider} is in our catalogue and must have prices");
    }
}

#[test]
fn published_prices_are_found_by_provider_and_model() {
    // Micro-dollars per million tokens in, out and from the cache, as the providers publish them.
    let published = [
        ("groq", "openai/gpt-oss-120b", 150_000, 600_000, Some(75_000)),
        ("openai", "gpt-4o-mini", 150_000, 600_000, Some(75_000)),
        ("openai", "gpt-5-mini", 250_000, 2_000_000, Some(25_000)),
        ("cerebras", "gpt-oss-120b", 350_000, 750_000, None),
        ("sambanova", "Meta-Llama-3.3-70B-Instruct", 600_000, 1_200_000, None),
        ("deepinfra", "meta-llama/Llama-3.3-70B-Instruct", 230_000, 400_000, None),
        ("deepseek", "deepseek-chat", 280_000, 420_000, Some(28_000)),
        ("mistral", "mistral-small-latest", 150_000, 600_000, Some(15_000)),
        ("morph", "morph-v3-fast", 800_000, 1_200_000, None),
        ("inception", "mercury-2", 250_000, 750_000, Some(25_000)),
        ("anthropic", "claude-sonnet-4-5", 3_000_000, 15_000_000, Some(300_000)),
        (
            "bedrock_converse",
            "us.anthropic.claude-sonnet-5-5",
            2_200_000,
            11_000_000,
            Some(110_000),
        ),
        ("gemini", "gemini-2.5-flash", 300_000, 2_500_000, Some(30_000)),
        ("cohere_chat", "command-a-03-2025", 2_500_000, 10_000_000, None),
        ("together_ai", "meta-llama/Llama-3.3-70B-Instruct-Turbo", 1_040_000, 1_040_000, None),
        ("fireworks_ai", "accounts/fireworks/models/gpt-oss-120b", 150_000, 600_000, Some(15_000)),
    ];
    for (provider, model, input, output, cache_read) in published {
        let price = Book::shipped()
            .price(provider, model)
            .unwrap_or_else(|| panic!("{provider}/{model} has a published price"));
        assert_eq!(
            (price.rates.input, price.rates.output, price.rates.cache_read),
            (input, output, cache_read),
            "{provider}/{model} costs what is published"
        );
        assert_eq!(price.id, format!("{provider}/{model}"), "a price names its row");
    }
    let sonnet = Book::shipped().price("anthropic", "claude-sonnet-4-5");
    assert_eq!(
        sonnet.and_then(|price| price.rates.cache_write),
        Some(3_750_000),
        "a cache write too"
    );
    let gemini = Book::shipped().price("gemini", "gemini-2.5-flash");
    assert_eq!(gemini.and_then(|price| price.rates.reasoning), Some(2_500_000), "and reasoning");
}

#[test]
fn a_model_without_a_price_has_none() {
    assert!(Book::shipped().price("groq", "llama-3.3-70b-versatile").is_none(), "not listed");
    assert!(Book::shipped().price("openrouter", "openai/gpt-4o-mini").is_none(), "no provider");
    assert!(Book::shipped().price("", "gpt-4o-mini").is_none(), "a provider is needed");
}

#[test]
fn a_model_says_when_it_retires() {
    let day = Book::shipped().deprecation("openai", "gpt-5-mini");
    assert_eq!(day, Some("2026-12-11"), "the provider named a day");
    let none = Book::shipped().deprecation("groq", "openai/gpt-oss-120b");
    assert_eq!(none, None, "no day was named");
}

#[test]
fn a_service_tier_has_the_prices_that_are_published_for_it() {
    let luna = Book::shipped().price("openai", "gpt-6-luna").expect("it is priced");
    for (tier, input, output) in [
        ("default", 100_000, 500_000),
        ("flex", 50_000, 250_000),
        ("priority", 200_000, 1_000_000),
        ("batch", 50_000, 250_000),
    ] {
        let (price, certain) = luna.answered_by(Some(tier));
        assert_eq!(
            (price.rates.input, price.rates.output, certain),
            (input, output, true),
            "{tier}"
        );
    }
    let groq = Book::shipped().price("groq", "openai/gpt-oss-120b").expect("it is priced");
    assert!(!groq.answered_by(Some("flex")).1, "no flex price is published for it");
}

#[test]
fn a_long_context_price_says_where_it_begins() {
    let pro = Book::shipped().price("gemini", "gemini-2.5-pro").expect("it is priced");
    let [tier] = pro.tiers.as_slice() else { panic!("one tier: {:?}", pro.tiers) };
    assert_eq!(tier.above, 200_000, "dearer above 200k");
    assert_eq!(
        (tier.rates.input, tier.rates.output, tier.rates.cache_read),
        (2_500_000, 15_000_000, Some(250_000)),
        "by as much as is published"
    );
    let mini = Book::shipped().price("openai", "gpt-4o-mini").expect("it is priced");
    assert_eq!((mini.tiers.len(), mini.holds_up_to), (0, None), "one price at any length");
}

#[test]
fn an_absurd_price_is_refused_by_name() {
    // A row of the catalogue says $2,000 per million output tokens.
    for (row, field, found) in [
        (r#"{"input": 1000000000, "output": 4294967295}"#, "output", 4_294_967_295),
        (r#"{"input": 500000000, "output": 2000000000}"#, "output", 2_000_000_000),
        (r#"{"input": 0, "output": 1}"#, "input", 0),
        (r#"{"input": 1, "output": 1, "cache_read": 0}"#, "cache_read", 0),
    ] {
        let error = book_of(row).expect_err("nobody charges this");
        let BookError::OutOfRange { row, field: named, found: said } = &error else {
            panic!("{error} is not about a price")
        };
        assert_eq!((row.as_str(), *named, *said), ("groq/m", field, found), "it says where");
    }
    let dearest = format!(r#"{{"input": 1, "output": {}}}"#, Price::MOST);
    assert!(book_of(&dearest).is_ok(), "the limit itself is inside");
}

#[test]
fn an_unreadable_book_says_what_and_where() {
    let error = book_of(r#"{"input": 1}"#).expect_err("a row needs both prices").to_string();
    assert!(error.contains("output") && error.contains("line 1 column"), "{error}");
    let error = book_of(r#"{"input": -1, "output": 1}"#).expect_err("negative").to_string();
    assert!(error.contains("-1"), "a negative price is no price: {error}");
    let long = format!("{}{{}}", " ".repeat(8 * 1024 * 1024 + 1));
    assert!(matches!(Book::parse(&long), Err(BookError::TooLong)), "and it is not read for ever");
    let empty = Book::read("{}", "a file", "2026-11-21");
    assert!(matches!(empty, Err(BookError::Empty)), "an empty book would unprice everything");
    let error = book_of(r#"{"input": 1, "output": 1, "deprecated": "soon"}"#)
        .expect_err("soon is no day")
        .to_string();
    assert!(error.contains("groq/m") && error.contains("soon"), "{error}");
}

#[test]
fn a_book_is_written_as_it_is_read() {
    let text = include_str!("../prices.json");
    let book = Book::parse(text).expect("readable");
    assert_eq!(
        book.to_json().expect("written"),
        text,
        "the shipped text is what the command writes"
    );
    let (again, dropped) = Book::read(text, "elsewhere", "2000-01-01").expect("readable");
    assert_eq!(again, book, "our own form says its own source and day");
    assert_eq!(dropped, [""; 0], "and nothing is left out");
}

#[test]
fn the_models_of_a_provider_can_be_listed() {
    let models: Vec<&str> = Book::shipped().models("cerebras").collect();
    assert!(models.contains(&"gpt-oss-120b"), "by the name a request gives: {models:?}");
}
