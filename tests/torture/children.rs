//! The processes that are killed or cut short, and the server they use.

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use providers::Clock;
use race::{Entry, LanePlan, Load, Plan, Timeouts};

const WHAT: &str = "PACELINE_TORTURE_WHAT";
const FOLDER: &str = "PACELINE_TORTURE_FOLDER";
const BASE_URL: &str = "PACELINE_TORTURE_BASE_URL";

/// Runs a future on an engine of its own, with as many threads as the app's.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    app::engine().expect("the engine starts").block_on(future)
}

/// A plan of these lanes at an address.
pub(crate) fn plan(base_url: &str, models: &[&str]) -> Plan {
    let lane = |model: &&str| LanePlan {
        provider: "custom".into(),
        model: (*model).into(),
        base_url: Some(base_url.into()),
        ..LanePlan::default()
    };
    Plan {
        prompt: "Why do rivers bend?".into(),
        max_tokens: Some(64),
        lanes: models.iter().map(lane).collect(),
        ..Plan::default()
    }
}

/// The same plan with a tool and an image, which are written beside the run.
fn pictured(plan: Plan) -> Plan {
    let image = "QUJD".repeat(8_000);
    let payload = serde_json::json!({
        "turns": [{ "role": "user", "parts": [
            { "content": { "type": "text", "text": "Where was this?" } },
            { "content": { "type": "image", "source": { "base64": { "media_type": "image/png", "data": image } } } },
        ]}],
        "tools": [{ "function": { "name": "find", "parameters": { "type": "object" } } }],
    });
    let payload: providers::Payload = serde_json::from_value(payload).expect("a payload");
    Plan { payload: payload.into(), ..plan }
}

/// The entries of a plan, without keys.
pub(crate) fn entries(plan: &Plan) -> Vec<Entry> {
    let roster = providers::Roster::new(Vec::new(), &std::collections::BTreeMap::new());
    let contenders = race::check(plan, &roster, &cost::Prices::default()).expect("it can start");
    contenders.into_iter().map(|contender| Entry::new(contender, None, None)).collect()
}

/// Starts this binary again to do one thing, with `before` in front of it in a shell.
pub(crate) fn start(what: &str, folder: &Path, base_url: &str, before: &str) -> Child {
    started(Command::new("bash"), what, folder, base_url, before)
}

/// The same for a user whose home folder this is.
pub(crate) fn start_at(home: &Path, what: &str, folder: &Path) -> Child {
    let mut shell = Command::new("bash");
    shell.env("HOME", home).env_remove("XDG_DATA_HOME");
    started(shell, what, folder, "", "")
}

fn started(mut shell: Command, what: &str, folder: &Path, base_url: &str, before: &str) -> Child {
    let program = std::env::current_exe().expect("this binary");
    shell
        .args(["-c", &format!("{before} exec \"$@\""), "torture"])
        .arg(program)
        .args(["--exact", "children::a_child", "--ignored", "--nocapture", "--test-threads=1"])
        .env(WHAT, what)
        .env(FOLDER, folder)
        .env(BASE_URL, base_url)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

#[test]
#[ignore = "it is started, and cut short, by the others"]
fn a_child() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let (what, folder, base_url) = (variable(WHAT), variable(FOLDER), variable(BASE_URL));
    let told = match what.as_str() {
        "race" => race_once(Path::new(&folder), &pictured(plan(&base_url, &["slow", "quick"]))),
        "held" => held(&base_url),
        "many" => many(&base_url),
        "sweep" => sweep(Path::new(&folder), &base_url),
        "import" => import(Path::new(&folder)),
        "open" => format!("opened {}", opened(Path::new(&folder))),
        "move" => moved(Path::new(&folder)),
        "where" => used(),
        _ => return,
    };
    let _nobody_listens = writeln!(std::io::stdout(), "\n{told}");
}

fn race_once(folder: &Path, plan: &Plan) -> String {
    let history = match app::open_history(folder) {
        Ok(history) => history,
        Err(error) => return format!("not started {error}"),
    };
    let race = app::race_now(plan.clone(), entries(plan), Timeouts::default());
    match block_on(app::record(Some(history.into()), race, None)) {
        Ok((run, None)) => format!("kept {}", run.id),
        Ok((run, Some(why))) => format!("not kept {} {why}", run.id),
        Err(error) => format!("not started {error}"),
    }
}

/// A lane whose server never pauses for a second, which is its idle timeout.
fn held(base_url: &str) -> String {
    let plan = plan(base_url, &["steady"]);
    let timeouts = Timeouts { idle: Duration::from_secs(1), ..Timeouts::default() };
    let race = app::race_now(plan.clone(), entries(&plan), timeouts);
    let (run, _) = block_on(race.run(None));
    let sample = run.lanes.first().and_then(|lane| lane.samples.first());
    format!("ended {:?}", sample.map(|sample| (sample.status, sample.doubts.clone())))
}

/// So many lanes that not all of them can have a connection.
fn many(base_url: &str) -> String {
    let plan = plan(base_url, &["quick"; 512]);
    let race = app::race_now(plan.clone(), entries(&plan), Timeouts::default());
    let (run, _) = block_on(race.run(None));
    let samples = || run.lanes.iter().flat_map(|lane| &lane.samples);
    let faults: Vec<_> = samples().filter_map(|sample| sample.error.as_ref()).collect();
    let told = faults.iter().filter(|fault| fault.advice.contains("ulimit -n")).count();
    let good = samples().filter(|sample| sample.status.is_ok()).count();
    format!("lanes {} good {good} failed {} told {told}", run.lanes.len(), faults.len())
}

fn sweep(folder: &Path, base_url: &str) -> String {
    let Ok(history) = app::open_history(folder) else { return "not started".to_owned() };
    let load = Load { concurrency: vec![2, 4], samples: 200, waves: None, ..Load::default() };
    let plan = Plan { load: Some(load), ..pictured(plan(base_url, &["answer"])) };
    let sweep = app::sweep_now(plan.clone(), entries(&plan), Timeouts::default());
    match block_on(app::record_sweep(Some(history.into()), sweep, |_| {})) {
        Ok((run, None)) => format!("kept {}", run.id),
        _ => "not kept".to_owned(),
    }
}

fn import(folder: &Path) -> String {
    let Ok(history) = app::open_history(folder) else { return "not started".to_owned() };
    let document = std::fs::read_to_string(folder.join("import.json")).unwrap_or_default();
    match report::import(&history, &document) {
        Ok(summary) => format!("imported {}", summary.added.len()),
        Err(error) => format!("not imported {error}"),
    }
}

fn opened(folder: &Path) -> usize {
    let history = app::open_history(folder).expect("it can be opened");
    history.recover(store::RecoveryLimits::AT_START).expect("and put together");
    history.list(0, 10).expect("and listed").runs.len()
}

/// Moves the history in use to this folder.
fn moved(to: &Path) -> String {
    let from = app::data_dir(None).expect("there is one");
    let history = app::open_history(&from).expect("it can be opened");
    match app::move_data_dir(&history, &from, to) {
        Ok(()) => "moved".to_owned(),
        Err(error) => format!("not moved {error}"),
    }
}

/// The folder in use, and the runs in it, as a start finds them.
fn used() -> String {
    match app::data_dir(None) {
        Ok(folder) => format!("uses {} {}", opened(&folder), folder.display()),
        Err(error) => format!("uses none {error}"),
    }
}

/// A server, when it had sent each complete answer of the model `answer`, and when each word of `slow`.
pub(crate) struct Server {
    pub(crate) base_url: String,
    pub(crate) clock: Clock,
    sent: Arc<Mutex<Sent>>,
}

#[derive(Default)]
struct Sent {
    answers: Vec<u64>,
    words: Vec<u64>,
    /// How long `late` took for its first piece.
    late_ns: u64,
}

impl Server {
    /// Answers the model `slow` over 600 ms, `steady` over two seconds, `quick` at once, `answer` after 10 ms, and
    /// `late` after 50 ms.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let base_url = format!("http://{}/v1", listener.local_addr().expect("it listens"));
        let (clock, sent) = (Clock::start(), Arc::default());
        let times: Arc<Mutex<Sent>> = Arc::clone(&sent);
        std::thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let times = Arc::clone(&times);
                std::thread::spawn(move || serve(socket, clock, &times));
            }
        });
        Self { base_url, clock, sent }
    }

    /// How many requests of the model `answer` were answered completely between two times.
    pub(crate) fn answered(&self, from_ns: u64, until_ns: u64) -> usize {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.answers.iter().filter(|at| (from_ns..until_ns).contains(at)).count()
    }

    /// How long the model `late` took last, before its first piece.
    pub(crate) fn late_ms(&self) -> f64 {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        Duration::from_nanos(sent.late_ns).as_secs_f64() * 1e3
    }

    /// How many words of the model `slow` were sent between two times.
    pub(crate) fn words(&self, from_ns: u64, until_ns: u64) -> usize {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.words.iter().filter(|at| (from_ns..until_ns).contains(at)).count()
    }
}

fn serve(mut socket: TcpStream, clock: Clock, sent: &Mutex<Sent>) {
    let note = |add: fn(&mut Sent, u64)| {
        add(&mut sent.lock().unwrap_or_else(PoisonError::into_inner), clock.now_ns());
    };
    let delta = |text: &str| {
        format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n")
    };
    let end = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":\
               {\"prompt_tokens\":7,\"completion_tokens\":3}}\n\ndata: [DONE]\n\n";
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let Some(request) = crate::hostile::whole_request(&mut socket) else { return };
    let named = |name: &str| request.contains(&format!("\"{name}\""));
    let is_slow = named("slow");
    let pieces = if is_slow { 60 } else { 3 };
    let pieces = if named("steady") { 200 } else { pieces };
    let is_counted = request.contains("\"answer\"");
    if is_counted {
        std::thread::sleep(Duration::from_millis(10));
    }
    if named("late") {
        let asked_ns = clock.now_ns();
        std::thread::sleep(Duration::from_millis(50));
        let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.late_ns = clock.now_ns() - asked_ns;
    }
    let mut send = |text: &str| socket.write_all(text.as_bytes()).is_ok();
    let mut is_heard = send(head);
    for piece in 0..pieces {
        if pieces > 3 {
            std::thread::sleep(Duration::from_millis(10));
        }
        is_heard = is_heard && send(&delta(&format!("word{piece} ")));
        if is_heard && is_slow {
            note(|sent, now_ns| sent.words.push(now_ns));
        }
    }
    if is_heard && send(end) && is_counted {
        note(|sent, now_ns| sent.answers.push(now_ns));
    }
}
