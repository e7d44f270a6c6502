use race::LanePlan;

use super::*;
use crate::fixtures::run;

type Edit<'a> = &'a dyn Fn(&mut Watch);

fn rhythm() -> Rhythm {
    Rhythm { every_minutes: 60, hours: None, days: Vec::new(), until_s: None }
}

/// A watch of two contenders.
pub(crate) fn watch(id: &str) -> Watch {
    let task = WatchTask {
        plan: run(id).plan,
        rhythm: rhythm(),
        budget: WatchBudget { usd_per_day: Some(0.1 + 0.2), tokens_per_day: Some(1_000) },
        timeouts: WatchTimeouts { first_s: Some(30.0), idle_s: None },
        site: Some("Berlin".to_owned()),
        conditions: None,
        tags: vec!["nightly".to_owned()],
    };
    let (created_s, since_s) = (1_774_746_000, 1_774_746_000);
    let name = id.to_owned();
    Watch { id: id.to_owned(), name, created_s, since_s, paused: false, tested: None, task }
}

#[test]
fn a_watch_is_read_back_as_it_was_kept() {
    let history = History::in_memory().unwrap();
    let kept = history.add_watch(&watch("one")).unwrap();
    assert_eq!(kept, watch("one"), "to the last bit of a budget");
    assert_eq!(history.watch("one").unwrap(), Some(kept.clone()));
    assert_eq!(history.watches().unwrap(), [kept]);
    assert_eq!(history.watch("two").unwrap(), None);
    assert!(history.remove_watch("one").unwrap() && !history.remove_watch("one").unwrap());
    assert_eq!(history.watches().unwrap(), []);
}

#[test]
fn a_name_is_one_watch_s_and_one_is_made_where_there_is_none() {
    let history = History::in_memory().unwrap();
    history.add_watch(&watch("a")).unwrap();
    let again = history.add_watch(&Watch { id: "b".to_owned(), ..watch("a") });
    assert!(again.is_err_and(|error| error.to_string().contains("called a already")));
    let named = |id: &str| {
        history.add_watch(&Watch { id: id.to_owned(), name: String::new(), ..watch("a") }).unwrap()
    };
    assert_eq!((named("c").name, named("d").name), ("watch-1".into(), "watch-2".into()));
}

#[test]
fn what_cannot_be_a_watch_is_refused_with_the_reason() {
    let history = History::in_memory().unwrap();
    let refused = |change: &dyn Fn(&mut Watch)| {
        let mut watch = watch("x");
        change(&mut watch);
        let error = history.add_watch(&watch).expect_err("it is none").to_string();
        assert_eq!(history.watches().unwrap(), [], "nothing is kept");
        error
    };
    let cases: [(Edit, &str); 7] = [
        (&|watch| watch.name = "two words".into(), "no spaces"),
        (&|watch| watch.task.rhythm.every_minutes = 7, "every 6 minutes"),
        (&|watch| watch.task.budget.usd_per_day = Some(0.0), "more than $0"),
        (&|watch| watch.task.budget.usd_per_day = Some(f64::NAN), "more than $0"),
        (&|watch| watch.task.budget.tokens_per_day = Some(0), "more than 0 tokens"),
        (&|watch| watch.task.site = Some("x".repeat(500)), "at most 400 characters"),
        (&|watch| watch.task.tags = vec!["two words".into()], "a tag is one word"),
    ];
    for (change, expected) in cases {
        let said = refused(change);
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let with_key = |watch: &mut Watch| {
        watch.task.plan.lanes = vec![LanePlan {
            base_url: Some("https://user:marker@example.com/v1".into()),
            ..LanePlan::default()
        }];
    };
    assert!(!refused(&with_key).contains("marker"), "a key is not kept, and not repeated");
}

#[test]
fn a_paused_watch_counts_its_turns_from_when_it_is_resumed() {
    let history = History::in_memory().unwrap();
    let since = |history: &History| {
        let watch = history.watch("a").unwrap().unwrap();
        (watch.paused, watch.since_s - watch.created_s)
    };
    history.add_watch(&watch("a")).unwrap();
    let at = watch("a").created_s;
    assert!(history.pause_watch("a", false, at + 10).unwrap());
    assert_eq!(since(&history), (false, 0), "it was not paused");
    history.pause_watch("a", true, at + 20).unwrap();
    history.pause_watch("a", true, at + 30).unwrap();
    assert_eq!(since(&history), (true, 0));
    history.pause_watch("a", false, at + 40).unwrap();
    assert_eq!(since(&history), (false, 40));
    assert!(!history.pause_watch("b", true, at).unwrap(), "there is none");
}

#[test]
fn an_unreadable_watch_costs_only_itself_and_is_told() {
    let history = History::in_memory().unwrap();
    history.add_watch(&watch("a")).unwrap();
    history.add_watch(&watch("b")).unwrap();
    let damage = "UPDATE watches SET document = '{}' WHERE id = 'a'";
    history.write(|connection| Ok(connection.execute(damage, [])?)).unwrap();
    let names: Vec<String> = history.watches().unwrap().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["b"]);
    let notices = history.notices();
    assert!(notices.iter().any(|notice| notice.contains("The watch a")), "{notices:?}");
}
