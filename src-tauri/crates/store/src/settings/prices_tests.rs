//! Prices are stored, and a run keeps its own.

use cost::OwnPrice;

use super::*;
use crate::fixtures;

fn row(input_usd: f64) -> OwnPriceRow {
    OwnPriceRow {
        provider: "groq".into(),
        address: None,
        model: "openai/gpt-oss-120b".into(),
        dated: "2026-11-21".into(),
        price: OwnPrice::PerMillion {
            input_usd,
            output_usd: 1.0,
            cache_read_usd: None,
            cache_write_usd: None,
            reasoning_usd: None,
            request_usd: None,
        },
    }
}

fn listed(history: &History) -> Option<(u32, String)> {
    let price =
        history.prices().unwrap().price("groq", None, Some("groq"), "openai/gpt-oss-120b")?;
    Some((price.rates.input, price.source))
}

#[test]
fn the_users_own_price_is_kept_until_it_is_forgotten() {
    let history = History::in_memory().unwrap();
    let book = listed(&history);
    history.put_price(&row(0.5)).unwrap();
    history.put_price(&row(0.25)).unwrap();
    assert_eq!(listed(&history), Some((250_000, "you".to_owned())), "the one that was set last");
    assert_eq!(history.own_prices().unwrap().len(), 1, "and it alone");
    assert!(history.forget_price("groq", None, "openai/gpt-oss-120b").unwrap(), "there was one");
    assert_eq!(listed(&history), book, "and the book's is in effect again");
    let error = history.put_price(&row(-1.0)).unwrap_err().to_string();
    assert!(error.contains("-1"), "what is no price is not kept: {error}");
    assert_eq!(listed(&history), book, "and changes nothing");
}

#[test]
fn one_model_has_a_price_of_its_own_at_each_address() {
    let history = History::in_memory().unwrap();
    let at = |port: u16, usd| OwnPriceRow {
        provider: "custom".into(),
        address: Some(format!("http://127.0.0.1:{port}/v1")),
        model: "m".into(),
        ..row(usd)
    };
    history.put_price(&at(1, 1.0)).unwrap();
    history.put_price(&at(2, 10.0)).unwrap();
    let input = |port: u16| {
        let address = format!("http://127.0.0.1:{port}/v1");
        let price = history.prices().unwrap().price("custom", Some(&address), None, "m");
        price.map(|price| price.rates.input)
    };
    assert_eq!(
        (input(1), input(2), input(3)),
        (Some(1_000_000), Some(10_000_000), None),
        "each its own"
    );
    let first = at(1, 1.0);
    assert!(
        history.forget_price("custom", first.address.as_deref(), "m").unwrap(),
        "there was one"
    );
    assert_eq!((input(1), input(2)), (None, Some(10_000_000)), "the other is kept");
}

#[test]
fn a_refreshed_book_takes_the_place_of_the_shipped_one() {
    let history = History::in_memory().unwrap();
    let text = r#"{"source": "a list", "dated": "2026-11-20", "prices": {"groq/openai/gpt-oss-120b": {"input": 7, "output": 8}}}"#;
    history.put_book(&Book::parse(text).unwrap()).unwrap();
    assert_eq!(listed(&history), Some((7, "a list".to_owned())), "what the new book says");
    assert!(history.forget_book().unwrap(), "there was one");
    assert!(!history.forget_book().unwrap(), "and then none");
    assert_ne!(listed(&history), Some((7, "a list".to_owned())), "the shipped one again");
}

#[test]
fn a_price_that_changes_later_changes_no_run() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = fixtures::finished("priced", 1);
    let price = history.prices().unwrap().price("groq", None, Some("groq"), "openai/gpt-oss-120b");
    run.lanes[0].price.clone_from(&price);
    run.lanes[0].samples[0].price.clone_from(&price);
    let mut header = fixtures::run("priced");
    header.lanes[0].price.clone_from(&price);
    history.begin(&header).unwrap();
    history.finish(&run, &recordings).unwrap();
    history.put_price(&row(0.5)).unwrap();
    let kept = history.run("priced").unwrap();
    assert_eq!(kept.lanes[0].price, price, "the lane keeps the price it began with");
    assert_eq!(kept.lanes[0].samples[0].price, price, "and each request the one it was charged");
}

#[test]
fn a_list_of_models_is_kept_by_its_provider() {
    let history = History::in_memory().unwrap();
    history.put_listed_models("groq", &["a".into(), "b".into()]).unwrap();
    let roster = history.roster().unwrap();
    let listed = |id| roster.find(id, None, None).unwrap().listed;
    assert_eq!(listed("groq"), ["a", "b"], "what was listed last");
    assert_eq!(listed("together"), [""; 0], "and by nobody else");
}

#[test]
fn a_stored_price_that_cannot_be_is_not_listed_as_in_effect_and_is_told() {
    let history = History::in_memory().unwrap();
    let wrong = OwnPriceRow { model: "other".into(), ..row(-1.0) };
    history.put_setting(OWN_PRICES, OWN, &[row(0.5), wrong]).unwrap();
    assert_eq!(history.own_prices().unwrap(), [row(0.5)], "what is in effect");
    let notices = history.notices().concat();
    assert!(notices.contains("groq/other"), "the other is named: {notices}");
    history.put_price(&row(0.25)).unwrap();
    let kept = history.stored_prices().unwrap().len();
    assert_eq!(kept, 2, "and nothing is thrown away");
}
