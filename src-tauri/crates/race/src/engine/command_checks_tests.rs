use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use checks::{CheckVerdict, written};
use tokio::sync::mpsc::unbounded_channel;

use super::*;
use crate::plan::LanePlan;
use crate::plan::answer_checks::AnswerChecks;
use crate::result::status::Status;
use crate::testing::{lane, run, sample};
use crate::workload::{PromptSet, Row};

/// Runs nothing: a command that is in the answer is wrong because of what it read.
#[derive(Default)]
struct Reader {
    read: Mutex<Vec<String>>,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl CommandRunner for Arc<Reader> {
    fn run(&self, command: &str, input: Vec<u8>, stop: CancellationToken) -> CommandRun {
        let (reader, command) = (Arc::clone(self), command.to_owned());
        Box::pin(async move {
            let now = reader.now.fetch_add(1, Ordering::SeqCst) + 1;
            reader.most.fetch_max(now, Ordering::SeqCst);
            tokio::task::yield_now().await;
            reader.now.fetch_sub(1, Ordering::SeqCst);
            let input = String::from_utf8(input).expect("text");
            let is_wrong = input.contains(&command);
            reader.read.lock().expect("read").push(format!("{command}<{input}"));
            if command == "stop" {
                stop.cancel();
            }
            let output = format!("sk-proj-{} {input}", "a1B2".repeat(10));
            Ok(CommandEnd { status: Some(i32::from(is_wrong)), output, errors: String::new() })
        })
    }
}

fn answered(plan: &Plan, text: &str, row: Option<u32>, status: Status) -> Sample {
    let mut sample = Sample { text: text.into(), row, ..sample(status) };
    let checks = AnswerChecks::of(plan, 0).expect("checks");
    sample.check(Some(&checks), &Recording::default());
    sample
}

fn plan(checks: &[&str]) -> Plan {
    let checks = checks.iter().map(|text| written(text).expect("a check")).collect();
    Plan { checks, lanes: vec![LanePlan::default()], ..Plan::default() }
}

fn row(name: &str, check: &str) -> Row {
    let checks = vec![written(check).expect("a check")];
    Row { name: name.into(), prompt: "Why?".into(), checks, ..Row::default() }
}

async fn checked(reader: &Arc<Reader>, plan: Plan, samples: Vec<Sample>) -> (Run, Vec<RaceEvent>) {
    let logs = vec![vec![Recording::default(); samples.len()]];
    let mut run = Run { plan, ..run(vec![lane(samples)]) };
    let (events, mut heard) = unbounded_channel();
    let runner = Arc::new(Arc::clone(reader));
    CommandChecks::new(runner, CancellationToken::new())
        .check(&mut run, &logs, Some(&events))
        .await;
    drop(events);
    let mut told = Vec::new();
    while let Some(event) = heard.recv().await {
        told.push(event);
    }
    (run, told)
}

#[tokio::test]
async fn each_answer_is_given_to_its_commands_and_their_word_is_the_checks() {
    let rows = vec![row("one", "command:json:Paris"), row("two", "contains:x")];
    let plan = plan(&["command:Lyon"]).asking(PromptSet::Rows { rows: rows.into() });
    let samples = vec![
        answered(&plan, "Paris", Some(0), Status::Ok),
        answered(&plan, "x Lyon", Some(1), Status::Ok),
        answered(&plan, "x", Some(1), Status::Ok),
        answered(&plan, "Paris", Some(0), Status::ErrorHttp),
    ];
    assert_eq!(samples[2].right, None, "before that nobody knows");
    let reader = Arc::new(Reader::default());
    let (run, told) = checked(&reader, plan, samples).await;
    let right: Vec<Option<bool>> = run.lanes[0].samples.iter().map(|it| it.right).collect();
    assert_eq!(
        right,
        [Some(false), Some(false), Some(true), None],
        "a failed request has no answer"
    );
    let mut read = reader.read.lock().expect("read").clone();
    read.sort();
    assert_eq!(
        read,
        ["Lyon<Paris", "Lyon<x", "Lyon<x Lyon", r#"Paris<{"text":"Paris","calls":[],"row":"one"}"#],
        "the text, or all of it as JSON with the name of its row"
    );
    let wrong = &run.lanes[0].samples[0].checks[1];
    assert_eq!(wrong.verdict, CheckVerdict::Wrong);
    let reason = wrong.reason.as_deref().expect("a reason");
    assert!(!reason.contains("a1B2a1B2"), "what looks like a key is not kept: {reason}");
    let told: Vec<(u32, u32)> = told
        .iter()
        .map(|event| match event {
            RaceEvent::Checking { ended, of } => (*ended, *of),
            other => panic!("nothing else happens: {other:?}"),
        })
        .collect();
    assert_eq!(told, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)], "the listener sees how far it is");
}

#[tokio::test]
async fn only_a_few_commands_run_at_once_and_none_once_the_run_is_stopped() {
    let plan = plan(&["command:stop"]);
    let samples: Vec<Sample> = (0..100).map(|_| answered(&plan, "x", None, Status::Ok)).collect();
    let reader = Arc::new(Reader::default());
    let (run, _) = checked(&reader, plan, samples).await;
    assert!(reader.most.load(Ordering::SeqCst) <= MOST_AT_ONCE, "few at once");
    let samples = &run.lanes[0].samples;
    let known = samples.iter().filter(|it| it.right == Some(true)).count();
    assert!((1..=MOST_AT_ONCE).contains(&known), "those that ran: {known}");
    let told = samples[99].checks[0].reason.as_deref();
    assert_eq!(told, Some("the run was stopped before the command was run"), "and it says so");
}

#[tokio::test]
async fn the_requests_of_a_level_are_checked_before_it_is_summed_up() {
    let plan = plan(&["command:Lyon"]);
    let request = |text: &str| LevelRequest {
        is_measured: true,
        agent: None,
        sample: answered(&plan, text, None, Status::Ok),
        recording: Recording::default(),
    };
    let mut requests = vec![request("Lyon"), request("Paris")];
    let reader = Arc::new(Reader::default());
    let runner: Arc<dyn CommandRunner> = Arc::new(Arc::clone(&reader));
    let checks = CommandChecks::new(runner, CancellationToken::new());
    let all = checks.check_level(&plan, &mut requests);
    tokio::time::timeout(Duration::from_secs(60), all).await.expect("it ends");
    let right: Vec<Option<bool>> = requests.iter().map(|it| it.sample.right).collect();
    assert_eq!(right, [Some(false), Some(true)]);
}
