use providers::{Dialect, KeyNeed};

use crate::error::HistoryError;
use crate::fixtures::run;
use crate::history::History;
use crate::tables::endpoints::Endpoint;

fn endpoint() -> Endpoint {
    Endpoint {
        id: "box".to_owned(),
        label: "GPU box".to_owned(),
        dialect: Dialect::OpenaiChat,
        base_url: "http://gpu-box:8000/v1".to_owned(),
        key: KeyNeed::Optional,
    }
}

#[test]
fn an_endpoint_is_kept_replaced_and_forgotten() {
    let history = History::in_memory().unwrap();
    history.put_endpoint(&endpoint()).unwrap();
    assert_eq!(history.endpoints().unwrap(), [endpoint()], "it comes back as it was");
    let moved = Endpoint {
        base_url: "https://gpu.example.com/v1".to_owned(),
        key: KeyNeed::Required,
        ..endpoint()
    };
    history.put_endpoint(&moved).unwrap();
    assert_eq!(history.endpoints().unwrap(), [moved], "one id is one endpoint");
    assert!(history.forget_endpoint("box").unwrap(), "it was there to be forgotten");
    assert!(!history.forget_endpoint("box").unwrap(), "it is not there any more");
    assert_eq!(history.endpoints().unwrap(), [], "nothing is left of it");
}

#[test]
fn an_endpoint_that_cannot_be_read_is_named_and_blocks_no_other() {
    let history = History::in_memory().unwrap();
    history.put_endpoint(&endpoint()).unwrap();
    let newer = Endpoint { id: "newer".to_owned(), ..endpoint() };
    history.put_endpoint(&newer).unwrap();
    history
        .write(|connection| {
            connection
                .execute("UPDATE endpoints SET dialect = 'telepathy' WHERE id = 'newer'", [])?;
            Ok(())
        })
        .unwrap();
    assert_eq!(history.endpoints().unwrap(), [endpoint()], "the others are there");
    let said = history.unreadable_endpoints().unwrap();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("newer"), "it says which: {said:?}");
    assert!(history.roster().is_ok(), "and everyone else can be raced");
}

#[test]
fn the_users_own_address_holds_until_it_is_forgotten() {
    let history = History::in_memory().unwrap();
    history.put_address("groq", " https://proxy.example.com/v1/ ").unwrap();
    let kept = history.addresses().unwrap();
    assert_eq!(
        kept.get("groq").map(String::as_str),
        Some("https://proxy.example.com/v1"),
        "an address is stored in one form"
    );
    assert!(history.forget_address("groq").unwrap(), "it was there to be forgotten");
    assert!(history.addresses().unwrap().is_empty(), "the catalogue's counts again");
}

#[test]
fn the_last_plan_comes_back_as_it_was() {
    let history = History::in_memory().unwrap();
    assert_eq!(history.last_plan().unwrap(), None, "before the first there is none");
    assert!(!history.has_last_plan().unwrap(), "and it is known without being read");
    let mut plan = run("run").plan;
    history.put_last_plan(&plan).unwrap();
    plan.prompt = "Another question".to_owned();
    history.put_last_plan(&plan).unwrap();
    assert_eq!(history.last_plan().unwrap(), Some(plan), "the last one counts");
    assert!(history.has_last_plan().unwrap(), "there is one");
}

#[test]
fn an_address_that_could_carry_a_key_is_never_written() {
    const MARKER: &str = "sk-marker-8f41c2";
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for address in [
        format!("https://{MARKER}@api.example.com/v1"),
        format!("https://user:{MARKER}@api.example.com/v1"),
        format!("https://api.example.com/v1?key={MARKER}"),
        format!("https://api.example.com/v1#{MARKER}"),
        format!("ftp://api.example.com/{MARKER}"),
    ] {
        let mut lane_run = run("lane");
        lane_run.lanes[1].base_url.clone_from(&address);
        let mut plan_run = run("plan");
        plan_run.plan.lanes[0].base_url = Some(address.clone());
        for (place, refused) in [
            (
                "endpoint",
                history.put_endpoint(&Endpoint { base_url: address.clone(), ..endpoint() }),
            ),
            ("address", history.put_address("groq", &address)),
            ("plan", history.put_last_plan(&plan_run.plan)),
            ("run's plan", history.begin(&plan_run)),
            ("run's lane", history.begin(&lane_run)),
        ] {
            let Err(error) = refused else { panic!("the {place} was kept with {address}") };
            assert!(
                matches!(error, HistoryError::BadAddress { .. }),
                "the {place} is refused for its address: {error}"
            );
        }
    }
    history.begin(&run("innocent")).unwrap();
    let mut files = 0;
    for entry in std::fs::read_dir(dir.path()).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_file() {
            files += 1;
            let bytes = std::fs::read(entry.path()).unwrap();
            let found = bytes.windows(MARKER.len()).any(|window| window == MARKER.as_bytes());
            assert!(!found, "{:?} holds what was refused", entry.file_name());
        }
    }
    assert!(files >= 3, "the database, its log and its lock were all looked at");
}

#[test]
fn an_endpoint_takes_nobodys_name() {
    let history = History::in_memory().unwrap();
    for id in ["proxy", "custom", "openai", "", "a@https://b", "a b", &"x".repeat(101)] {
        let endpoint = Endpoint { id: id.to_owned(), ..endpoint() };
        let refusal = history.put_endpoint(&endpoint).expect_err("its key would be another's");
        assert!(matches!(refusal, HistoryError::BadEndpoint { .. }), "{id:?}: {refusal}");
    }
}
