//! `paceline watch`: added, run, killed, paused and removed, against simulated servers. A daily watch made yesterday has one turn today,
//! which is due in a time zone where it is about noon.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tempfile::tempdir;

use crate::{at, data, document, paceline, status, text};

const QUICK: &str = "simulated/scripted?ttft=10ms&tps=2000&tokens=8";
const ENDLESS: &str = "simulated/scripted?ttft=20ms&tps=100&tokens=100000";

/// The zone in which it is about noon, by its name in the IANA database, whose signs are those of POSIX.
fn noon() -> String {
    #[expect(clippy::disallowed_methods, reason = "it asks for the hour of the day")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let hour = now.as_secs() / 3_600 % 24;
    if hour >= 12 { format!("Etc/GMT+{}", hour - 12) } else { format!("Etc/GMT-{}", 12 - hour) }
}

fn watch(home: &Path, arguments: &[&str]) -> Command {
    let mut command = paceline(home, &[&["watch"], arguments].concat());
    command.env("TZ", noon());
    command
}

fn done(home: &Path, arguments: &[&str]) -> Output {
    watch(home, arguments).output().expect("it runs")
}

fn add(home: &Path, more: &[&str]) {
    let output =
        done(home, &[&["add", "--name", "w", "--every", "1d", "--prompt", "Why?"], more].concat());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    on_history(home, "UPDATE watches SET since_s = since_s - 86400");
}

fn on_history(home: &Path, sql: &str) {
    let file = rusqlite::Connection::open(data(home).join("paceline.db")).expect("a history");
    file.execute_batch(sql).expect("it can be changed");
}

fn shown(home: &Path) -> Value {
    document(&done(home, &["show", "w", "--json"]))
}

/// How the turns of the watch ended, each with how many.
fn outcomes(home: &Path) -> Vec<(String, u64)> {
    let shown = shown(home);
    let turns = at(&shown, "/turns").as_array().expect("a list").clone();
    let one = |turn: &Value| {
        let outcome = at(turn, "/outcome").as_str().expect("a word").to_owned();
        (outcome, at(turn, "/turns").as_u64().expect("a number"))
    };
    turns.iter().map(one).collect()
}

fn is(outcome: &str) -> Vec<(String, u64)> {
    vec![(outcome.to_owned(), 1)]
}

/// A `watch run`, which is killed with the test.
struct Running(Child, BufReader<ChildStdout>);

impl Running {
    fn new(home: &Path) -> Self {
        let mut command = watch(home, &["run"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it runs");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        Self(child, out)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.1.read_line(&mut line).expect("it writes text");
        line
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.0.id().to_string()]).status();
        assert!(sent.is_ok_and(|sent| sent.success()), "it is there to be told");
    }

    #[cfg(unix)]
    fn ended(&mut self) -> Option<i32> {
        self.0.wait().expect("it ends").code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _reaped = self.0.wait();
    }
}

/// Waits until a turn is under way and something of it was saved.
fn wait_for_a_turn(home: &Path) {
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(50));
        if outcomes(home) == is("running") {
            std::thread::sleep(Duration::from_secs(1));
            return;
        }
    }
    panic!("no turn began");
}

#[test]
#[cfg(unix)]
fn a_watch_takes_its_turn_tells_it_in_a_line_and_stops_when_asked() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    add(home, &["--lane", QUICK, "--tag", "Nightly", "--site", "Berlin"]);
    let mut running = Running::new(home);
    let line = running.line();
    assert!(line.contains(" w done: SIMULATED scripted") && line.contains("TTFT"), "{line}");
    running.signal("TERM");
    assert_eq!(running.ended(), Some(0), "between turns there is nothing to lose");
    assert_eq!(outcomes(home), is("done"));
    let shown = shown(home);
    assert_eq!(at(&shown, "/numbers/0/turns"), 1);
    assert!(at(&shown, "/numbers/0/ttft_ms").as_f64().is_some_and(|ttft| ttft >= 10.0));
    assert_eq!((at(&shown, "/site"), at(&shown, "/tags/0")), (&"Berlin".into(), &"nightly".into()));
    let run = at(&shown, "/latest/0/run").as_str().expect("its race");
    let list = document(
        &paceline(home, &["history", "search", "tag:nightly", "--json"]).output().expect("it runs"),
    );
    assert_eq!(at(&list, "/runs/0/id"), run, "the race is in the history, with its tag");
    let again = Running::new(home);
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(outcomes(home), is("done"), "today's turn is not taken again");
    drop(again);
}

#[test]
#[cfg(unix)]
fn a_turn_that_is_killed_keeps_what_arrived_and_is_not_taken_again() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    add(home, &["--lane", ENDLESS]);
    let mut running = Running::new(home);
    wait_for_a_turn(home);
    running.signal("KILL");
    assert_eq!(running.ended(), None, "it is gone");
    assert_eq!(outcomes(home), is("running"), "nobody has said otherwise yet");
    let again = Running::new(home);
    for _ in 0..100 {
        if outcomes(home) != is("running") {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(outcomes(home), is("cut_off"), "told, and not repeated");
    drop(again);
    let list = paceline(home, &["history", "list", "--json"]).output().expect("it runs");
    let list = document(&list);
    assert_eq!(at(&list, "/runs").as_array().map(Vec::len), Some(1));
    assert_eq!(at(&list, "/runs/0/state"), "interrupted");
    let id = at(&list, "/runs/0/id").as_str().expect("an id");
    let run =
        document(&paceline(home, &["history", "show", id, "--json"]).output().expect("it runs"));
    let said = at(&run, "/lanes/0/samples/0/text").as_str().expect("what had arrived");
    assert!(!said.is_empty());
}

#[test]
#[cfg(unix)]
fn a_stopped_turn_keeps_what_arrived_and_two_processes_never_run_one_watch() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    add(home, &["--lane", ENDLESS]);
    let mut running = Running::new(home);
    wait_for_a_turn(home);
    let other = done(home, &["run"]);
    assert_eq!(status(&other), 2);
    assert!(text(&other.stderr).contains("run by another Paceline"), "{}", text(&other.stderr));
    let now = done(home, &["now", "w"]);
    assert_eq!(status(&now), 2, "nor by hand: {}", text(&now.stdout));
    running.signal("INT");
    assert_eq!(running.ended(), Some(0));
    assert_eq!(outcomes(home), is("stopped"));
}

#[test]
fn a_budget_is_kept_and_what_cannot_be_kept_is_refused() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    for (more, expected) in [
        (&["--usd-per-day", "1", "--lane", "openai-chat@http://127.0.0.1:9/v1#m"][..], "no price"),
        (&["--tokens-per-day", "10", "--lane", QUICK], "no limit"),
        (&["--tokens-per-day", "10", "--max-tokens", "11", "--lane", QUICK], "more than the 10"),
        (&["--tokens-per-day", "0", "--max-tokens", "0", "--lane", QUICK], ""),
        (&["--no-save", "--lane", QUICK], "--no-save does not go with a watch"),
        (&["--allow-command", "true", "--lane", QUICK], "paceline checks allow"),
        (&["--check", "command:true # nobody", "--lane", QUICK], "true # nobody"),
        (&["--every", "7m", "--lane", QUICK], "every 6 minutes"),
        (&["--name", "two words", "--lane", QUICK], "no spaces"),
    ] {
        let every = if more.contains(&"--every") { &[][..] } else { &["--every", "1d"] };
        let output = done(home, &[&["add", "--prompt", "Why?"], every, more].concat());
        assert_eq!(status(&output), 2, "{more:?}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    let list = document(&done(home, &["list", "--json"]));
    assert_eq!(at(&list, "/watches"), &Value::Array(Vec::new()), "none of them was kept");
    add(home, &["--lane", QUICK, "--max-tokens", "8", "--tokens-per-day", "16"]);
    let taken: Vec<i32> = (0..3).map(|_| status(&done(home, &["now", "w"]))).collect();
    assert_eq!(taken, [0, 0, 2], "16 tokens are two turns of eight");
    let mut expected = vec![("done".to_owned(), 2), ("over_budget".to_owned(), 1)];
    assert_eq!(outcomes(home), std::mem::take(&mut expected));
}

#[test]
fn a_turn_by_hand_prints_its_race_and_leaves_the_rhythm_alone() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    add(home, &["--lane", QUICK]);
    let printed = document(&done(home, &["now", "w", "--json"]));
    assert_eq!(at(&printed, "/lanes/0/samples/0/status"), "ok");
    let shown = shown(home);
    assert_eq!(at(&shown, "/latest/0/asked"), true);
    assert_eq!(at(&shown, "/numbers/0/turns"), 0, "it was taken when somebody had a reason");
}

#[test]
fn a_watch_is_listed_paused_resumed_and_removed_by_name_or_id() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let nothing = done(home, &["run"]);
    assert_eq!(status(&nothing), 2);
    assert!(text(&nothing.stderr).contains("paceline watch add"), "{}", text(&nothing.stderr));
    assert!(text(&done(home, &["list"]).stdout).contains("There is no watch"));
    add(home, &["--lane", QUICK]);
    let list = document(&done(home, &["list", "--json"]));
    assert!(at(&list, "/watches/0/next_s").is_f64(), "{list}");
    let id = at(&list, "/watches/0/id").as_str().expect("an id");
    let prefix = id.get(..12).expect("it is long");
    for (verb, named, paused) in [("pause", "w", true), ("resume", prefix, false)] {
        assert_eq!(status(&done(home, &[verb, named])), 0);
        let list = document(&done(home, &["list", "--json"]));
        assert_eq!(at(&list, "/watches/0/paused"), paused);
    }
    let unknown = done(home, &["show", "nobody"]);
    assert_eq!(status(&unknown), 2);
    assert!(text(&unknown.stderr).contains("There is no watch called nobody"));
    assert_eq!(status(&done(home, &["now", "w"])), 0);
    let shown = text(&done(home, &["show", "w"]).stdout);
    for expected in
        ["w: simulated/scripted", "every 1 day", "Turns: 1 done.", "No change was noticed."]
    {
        assert!(shown.contains(expected), "{expected} is in {shown}");
    }
    assert_eq!(status(&done(home, &["remove", id])), 0);
    assert_eq!(status(&done(home, &["remove", id])), 2);
    let runs = paceline(home, &["history", "list", "--json"]).output().expect("it runs");
    assert_eq!(at(&document(&runs), "/runs").as_array().map(Vec::len), Some(1), "its run stays");
}

#[test]
#[cfg(unix)]
fn pages_of_a_watch_hold_its_numbers_and_no_prompt_and_take_no_other_files_place() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    add(home, &["--lane", QUICK, "--site", "Berlin"]);
    let mut running = Running::new(home);
    assert!(running.line().contains(" w done"), "a turn was taken");
    running.signal("TERM");
    assert_eq!(running.ended(), Some(0));
    let folder = home.join("pages");
    let pages = ["page", "--daily", folder.to_str().expect("it is text")];
    let output = done(home, &pages);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("index.html and 1 page of single days"), "{output:?}");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("it was made")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(
        matches!(&names[..], [day, index] if day.len() == 15 && index == "index.html"),
        "{names:?}"
    );
    for name in &names {
        let page = std::fs::read_to_string(folder.join(name)).expect("it is text");
        for expected in ["Watch", "scripted", "Site: Berlin", "Turns: 1 done.", "<svg"] {
            assert!(page.contains(expected), "{name} says {expected}");
        }
        assert!(!page.contains("Why?"), "no prompt is on a page");
    }
    assert_eq!(status(&done(home, &pages)), 0, "its own pages are written anew");
    std::fs::write(folder.join("index.html"), "<h1>mine</h1>").expect("it can be written");
    let refused = done(home, &pages);
    assert_eq!(status(&refused), 2, "a page of somebody else stays");
    assert!(text(&refused.stderr).contains("is not written over"), "{}", text(&refused.stderr));
    let kept = std::fs::read_to_string(folder.join("index.html")).expect("it is there");
    assert_eq!(kept, "<h1>mine</h1>");
}

#[test]
#[cfg(unix)]
fn metrics_of_turns_are_read_at_an_address_of_this_machine() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    add(home, &["--lane", QUICK, "--check", "contains:no such text"]);
    let refused = done(home, &["run", "--metrics", "0.0.0.0:9464"]);
    assert_eq!(status(&refused), 2, "no other machine reads them");
    assert!(text(&refused.stderr).contains("not a loopback address"), "{refused:?}");
    let mut command = watch(home, &["run", "--metrics", "127.0.0.1:0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut said = BufReader::new(child.stderr.take().expect("it is piped"));
    let out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut running = Running(child, out);
    let address = loop {
        let mut line = String::new();
        assert_ne!(said.read_line(&mut line).expect("it writes text"), 0, "it says where");
        if let Some(address) = line.trim().strip_prefix("Metrics: http://") {
            break address.trim_end_matches("/metrics").to_owned();
        }
    };
    assert!(running.line().contains(" w done"), "a turn was taken");
    let mut stream = std::net::TcpStream::connect(&address).expect("it listens");
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\n\r\n");
    std::io::Write::write_all(&mut stream, request.as_bytes()).expect("it reads");
    let mut metrics = String::new();
    std::io::Read::read_to_string(&mut stream, &mut metrics).expect("it answers in text");
    for expected in [
        "paceline_watch_turns_total{watch=\"w\",outcome=\"done\"} 1",
        "gen_ai_client_operation_duration_seconds_count{watch=\"w\",gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"simulated\"",
        "gen_ai_client_operation_time_to_first_chunk_seconds_bucket{",
        "paceline_time_to_first_token_seconds_count{",
        "verdict=\"wrong\"} 1",
    ] {
        assert!(metrics.contains(expected), "{expected} in {metrics}");
    }
    assert!(!metrics.contains("Why?") && !metrics.contains("no such text"), "and no text");
    running.signal("TERM");
    assert_eq!(running.ended(), Some(0), "it stops as ever");
}
