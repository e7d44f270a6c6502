//! What may start: the window and the command line share one application, which refuses the same plans for both.

use std::sync::Arc;

use app::{Application, Host, Preferences, Refusal};
use cost::{OwnPrice, OwnPriceRow};
use providers::{Dialect, KeyNeed};
use race::{LanePlan, Load, Plan};
use store::{Endpoint, History};

use crate::arena::{lane_at, plan};

fn lane(provider: &str, model: &str) -> LanePlan {
    LanePlan { provider: provider.to_owned(), model: model.to_owned(), ..LanePlan::default() }
}

/// A history with a server that requires a key, and one at $10 per million tokens.
fn history() -> Arc<History> {
    let history = History::in_memory().expect("a history");
    let endpoint = Endpoint {
        id: "vault".to_owned(),
        label: "Vault".to_owned(),
        dialect: Dialect::OpenaiChat,
        base_url: "http://127.0.0.1:9/v1".to_owned(),
        key: KeyNeed::Required,
    };
    history.put_endpoint(&endpoint).expect("it is kept");
    history.put_address("ollama", "http://127.0.0.1:9").expect("it is kept");
    let price = OwnPriceRow {
        provider: "ollama".to_owned(),
        address: None,
        model: "llama".to_owned(),
        dated: app::today(),
        price: OwnPrice::PerMillion {
            input_usd: 1.0,
            output_usd: 10.0,
            cache_read_usd: None,
            cache_write_usd: None,
            reasoning_usd: None,
            request_usd: None,
        },
    };
    history.put_price(&price).expect("it is kept");
    Arc::new(history)
}

fn cap(history: &History, usd: f64) {
    let preferences = Preferences { cap_usd_per_day: Some(usd), ..Preferences::default() };
    preferences.save(history).expect("they are kept");
}

fn refusal(host: Host, history: &Arc<History>, plan: &Plan) -> String {
    let application = Application::new(host, Some(Arc::clone(history)));
    application.admit(plan, || false).err().expect("it is refused").to_string()
}

#[test]
fn both_hosts_refuse_the_same_plans_in_the_same_words() {
    let history = history();
    cap(&history, 1.0);
    let asked = |lane| Plan { max_tokens: Some(64), ..plan(vec![lane]) };
    let plain_http = lane_at("http://example.com/v1", "m");
    for plan in [
        plan(Vec::new()),
        Plan { prompt: " ".to_owned(), repeat: 0, ..asked(lane("ollama", "llama")) },
        asked(lane("nobody", "m")),
        asked(lane("ollama", " ")),
        asked(plain_http),
        Plan { temperature: Some(3.0), ..asked(lane("ollama", "llama")) },
        Plan { max_tokens: None, ..asked(lane("ollama", "llama")) },
        Plan { max_tokens: Some(1_000_000), ..asked(lane("ollama", "llama")) },
        Plan {
            load: Some(Load::default()),
            max_tokens: Some(9_999),
            ..asked(lane("ollama", "llama"))
        },
    ] {
        let (window, command_line) =
            (refusal(Host::Window, &history, &plan), refusal(Host::CommandLine, &history, &plan));
        assert_eq!(window, command_line, "one rule, one text");
    }
}

#[test]
fn a_missing_key_is_the_same_problem_and_each_host_says_how_to_give_one() {
    let history = history();
    let plan = plan(vec![lane("vault", "m")]);
    for (host, way) in
        [(Host::Window, "under Providers"), (Host::CommandLine, "paceline keys set vault")]
    {
        let said = refusal(host, &history, &plan);
        assert!(said.starts_with("Lane 1: Vault needs a key."), "{said}");
        assert!(said.contains(way), "in its own way: {said}");
    }
}

#[test]
fn a_leave_to_exceed_the_cap_is_asked_for_only_where_there_is_one() {
    let history = history();
    let plan = Plan { max_tokens: None, ..plan(vec![lane("ollama", "llama")]) };
    let application = Application::new(Host::Window, Some(Arc::clone(&history)));
    let unasked = application.admit(&plan, || panic!("there is no cap"));
    assert_eq!(
        unasked.map(|admitted| admitted.lanes.len()).ok(),
        Some(1),
        "without a cap it starts"
    );
    cap(&history, 1.0);
    let refused = application.admit(&plan, || false);
    assert!(matches!(refused, Err(Refusal::OverCap(over)) if over.most_usd.is_none()), "no limit");
    assert!(application.admit(&plan, || true).is_ok(), "and with leave it starts");
}

#[test]
fn a_budget_bounds_what_a_sweep_may_cost() {
    let history = history();
    cap(&history, 1.0);
    let application = Application::new(Host::CommandLine, Some(history));
    let sweep = |budget_usd| Plan {
        max_tokens: Some(9_999),
        load: Some(Load { budget_usd, ..Load::default() }),
        ..plan(vec![lane("ollama", "llama")])
    };
    assert!(application.admit(&sweep(Some(0.5)), || false).is_ok(), "it ends before the cap");
    let refused = application.admit(&sweep(Some(1.5)), || false);
    assert!(matches!(refused, Err(Refusal::OverCap(_))), "a budget above it is no bound");
}
