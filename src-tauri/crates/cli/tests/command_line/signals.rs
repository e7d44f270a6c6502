//! Ctrl+C: the first keeps what was measured, the second leaves.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use simulator::Simulator;
use tempfile::tempdir;

use crate::{at, document, done, lane, paceline, status, text};

/// Sends a signal as a terminal or a service manager would.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|sent| sent.success()), "the process is there to be told");
}

/// A race of one lane that ends after a third of a second and one that never does.
fn race(home: &Path, simulator: &Simulator) -> Command {
    let ends = lane(simulator, "scripted?ttft=20ms&tps=100&tokens=30");
    let endless = lane(simulator, "scripted?ttft=20ms&tps=100&tokens=100000");
    paceline(home, &["race", "--json", "--prompt", "Hi", "--lane", &endless, "--lane", &ends])
}

/// Waits until the first lane has ended, and then until what had arrived by then was surely saved.
fn wait_for_text(simulator: &Simulator) {
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(50));
        if !simulator.truth().is_empty() {
            std::thread::sleep(Duration::from_secs(1));
            return;
        }
    }
    panic!("the race never began");
}

#[test]
fn unread_results_do_not_delay_a_signal() {
    for name in ["INT", "TERM"] {
        let home = tempdir().expect("a folder");
        let simulator = Simulator::start(None).expect("a free port");
        let long = lane(&simulator, "scripted?ttft=1ms&tps=1000000&tokens=50000");
        let mut command =
            paceline(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &long]);
        let mut race =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
        let state = || {
            let list = document(&done(home.path(), &["history", "list", "--json"]));
            list.pointer("/runs/0/state").and_then(|state| state.as_str().map(str::to_owned))
        };
        let is_kept = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            state().as_deref() == Some("finished")
        });
        assert!(is_kept, "it is kept before anybody reads of it");
        std::thread::sleep(Duration::from_millis(500));
        assert!(race.try_wait().is_ok_and(|ended| ended.is_none()), "it waits for its reader");
        signal(&race, name);
        let ended = (0..200).find_map(|_| {
            std::thread::sleep(Duration::from_millis(25));
            race.try_wait().expect("it is there")
        });
        if ended.is_none() {
            race.kill().expect("it is there");
        }
        let code = ended.and_then(|ended| ended.code());
        assert_eq!(code, Some(130), "{name}: one signal is enough once the run is over");
        assert_eq!(state().as_deref(), Some("finished"), "and costs nothing of it");
    }
}

/// The exit status of a process that is to end by itself after a signal, and the milliseconds it took.
fn ended_after(child: &mut Child) -> (Option<i32>, u64) {
    for waited in 0..200 {
        if let Some(ended) = child.try_wait().expect("it is there") {
            return (ended.code(), waited * 25);
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    child.kill().expect("it is there");
    (None, 5_000)
}

#[test]
fn one_signal_ends_a_run_whose_results_nobody_reads() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let long = lane(&simulator, "scripted?ttft=1ms&tps=1000000&tokens=50000");
    let endless = lane(&simulator, "scripted?ttft=20ms&tps=100&tokens=100000");
    let lanes = ["race", "--json", "--prompt", "Hi", "--lane", &endless, "--lane", &long];
    let mut command = paceline(home.path(), &lanes);
    let mut race = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    wait_for_text(&simulator);
    signal(&race, "INT");
    let (code, took_ms) = ended_after(&mut race);
    assert_eq!(code, Some(130), "it does not wait for a reader who never comes");
    // A machine that is busy with other tests gets four times as long as the second.
    assert!(took_ms < 4_000, "and is gone at once: {took_ms} ms");
    let mut said = String::new();
    race.stderr.take().expect("it is piped").read_to_string(&mut said).expect("it is text");
    assert!(said.contains("is not read"), "it says why the results are not whole: {said}");
    let list = document(&done(home.path(), &["history", "list", "--json"]));
    assert_eq!(at(&list, "/runs/0/state"), "stopped", "and the run is kept");
}

/// The command as a shell starts it after `first`.
fn after(first: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{first}; exec \"$@\""), "sh"]);
    shell.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

#[test]
fn a_closed_terminal_does_not_stop_a_run_that_was_started_to_outlive_it() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let mut command = after("trap '' HUP", &race(home.path(), &simulator));
    let mut race = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    wait_for_text(&simulator);
    signal(&race, "HUP");
    std::thread::sleep(Duration::from_millis(500));
    assert!(race.try_wait().is_ok_and(|ended| ended.is_none()), "nohup keeps it");
    signal(&race, "INT");
    let (code, _) = ended_after(&mut race);
    assert!(code.is_some(), "and Ctrl+C stops it");
}

#[test]
fn a_limit_on_the_size_of_files_is_told_like_a_full_disk_and_ends_nothing() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let short = lane(&simulator, "scripted?ttft=1ms&tps=1000&tokens=5");
    let first = done(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &short]);
    assert_eq!(status(&first), 0, "there is a history: {}", text(&first.stderr));
    let long = lane(&simulator, "scripted?ttft=1ms&tps=1000000&tokens=50000");
    let mut codes = Vec::new();
    // In blocks of 512 or 1,024 bytes, as the shell counts.
    for blocks in [8, 64, 160] {
        let race = paceline(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &long]);
        let limited = format!("ulimit -f {blocks}");
        let output = after(&limited, &race).output().expect("it runs");
        let said = text(&output.stderr);
        let code = output.status.code();
        assert!(code.is_some(), "with {blocks} blocks: {}, {said}", output.status);
        assert!(code == Some(0) || said.contains('.'), "it says what happened: {said}");
        codes.push(code);
    }
    assert!(codes.contains(&Some(3)) || codes.contains(&Some(2)), "a limit was met: {codes:?}");
    let verified = done(home.path(), &["history", "verify"]);
    assert_eq!(status(&verified), 0, "nothing is damaged: {}", text(&verified.stderr));
}

#[test]
fn one_signal_ends_a_run_whose_messages_nobody_reads() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let endless = lane(&simulator, "scripted?ttft=20ms&tps=100&tokens=100000");
    // A pipe that is full before the first message.
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let filled = std::thread::spawn({
        let mut writer = writer.try_clone().expect("a second end");
        move || writer.write_all(&vec![b'.'; 64 * 1024])
    });
    filled.join().expect("it fits").expect("it is written");
    let _whole = writer.flush();
    let mut command =
        paceline(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &endless]);
    let mut race = command.stdout(Stdio::null()).stderr(writer).spawn().expect("it runs");
    let is_sent = (0..400).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let list = document(&done(home.path(), &["history", "list", "--json"]));
        list.pointer("/runs/0/state").is_some()
    });
    assert!(is_sent, "it began");
    std::thread::sleep(Duration::from_millis(500));
    signal(&race, "INT");
    let (code, took_ms) = ended_after(&mut race);
    assert_eq!(code, Some(130), "after {took_ms} ms");
    drop(reader);
}

/// Whether a closed terminal stops a run: where it can be told from `nohup`, which may have started these tests.
fn is_heard_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let last = ignored.and_then(|ignored| ignored.chars().last()?.to_digit(16));
    last.is_some_and(|last| last & 1 == 0)
}

#[test]
fn a_race_that_is_stopped_keeps_what_it_measured() {
    let hang_up = is_heard_hang_up().then_some("HUP");
    for name in ["INT", "TERM"].into_iter().chain(hang_up) {
        let home = tempdir().expect("a folder");
        let simulator = Simulator::start(None).expect("a free port");
        let mut command = race(home.path(), &simulator);
        let race = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        wait_for_text(&simulator);
        signal(&race, name);
        let output = race.wait_with_output().expect("it ends");
        assert_eq!(status(&output), 1, "a lane did not finish: {}", text(&output.stderr));
        let run = document(&output);
        assert_eq!(at(&run, "/state"), "stopped");
        let sample = at(&run, "/lanes/0/samples/0");
        assert_eq!(at(sample, "/status"), "cancelled", "that is no failure of the provider's");
        assert!(at(sample, "/ttft_ms").is_number(), "the first token had come");
        assert!(at(sample, "/text").as_str().is_some_and(|said| said.len() > 20), "and some text");
        let list = document(&done(home.path(), &["history", "list", "--json"]));
        assert_eq!(at(&list, "/runs/0/state"), "stopped", "it is kept as what it is");
    }
}

#[test]
fn a_race_whose_process_was_killed_is_there_afterwards_with_what_had_arrived() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let mut command = race(home.path(), &simulator);
    let mut race = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    wait_for_text(&simulator);
    signal(&race, "KILL");
    race.wait().expect("it is gone");
    let list = document(&done(home.path(), &["history", "list", "--json"]));
    assert_eq!(at(&list, "/runs/0/state"), "interrupted", "nobody said that it was over");
    let id = at(&list, "/runs/0/id").as_str().expect("an id");
    let run = document(&done(home.path(), &["history", "show", id, "--json"]));
    assert_eq!(at(&run, "/lanes/0/samples/0/status"), "interrupted");
    assert!(
        at(&run, "/lanes/0/samples/0/text").as_str().is_some_and(|said| !said.is_empty()),
        "what had arrived"
    );
}

/// A server that answers every request with a head and then this, over and over, as fast as it is read, and reports
/// when it begins.
fn flood(head: &'static str, piece: &'static str) -> (String, Receiver<()>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = listener.local_addr().expect("it listens");
    let pieces = piece.repeat(64 * 1024 / piece.len());
    let (begins, begun) = channel();
    std::thread::spawn(move || {
        for mut socket in listener.incoming().flatten() {
            let (pieces, begins) = (pieces.clone(), begins.clone());
            std::thread::spawn(move || {
                let mut request = [0; 4_096];
                let _asked = socket.read(&mut request);
                let mut sent = socket.write_all(head.as_bytes());
                let _told = begins.send(());
                while sent.is_ok() {
                    sent = socket.write_all(pieces.as_bytes());
                }
            });
        }
    });
    (format!("openai-chat@http://{address}/v1#m"), begun)
}

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";

#[test]
fn a_request_to_stop_is_obeyed_whatever_a_stream_sends() {
    obeys(&[
        ("comments", OK, ":\n"),
        ("line ends", OK, "\r"),
        ("JSON that never ends", OK, "[[]\n,[]\n"),
        ("an event that never ends", OK, "data: sk- \n"),
        ("events without text", OK, "data: {}\n\n"),
    ]);
}

#[test]
fn a_request_to_stop_is_obeyed_whatever_comes_before_and_after_a_stream() {
    obeys(&[
        ("heads that are none", "", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("a head that never ends", "HTTP/1.1 200 OK\r\n", "a: b\r\n"),
        ("a refusal that never ends", "HTTP/1.1 500 No\r\n\r\n", "sk- "),
        ("an end that goes on", OK, "data: [DONE]\n\n"),
    ]);
}

fn obeys(floods: &[(&str, &'static str, &'static str)]) {
    for (what, head, piece) in floods {
        let (home, simulator) =
            (tempdir().expect("a folder"), Simulator::start(None).expect("a port"));
        let endless = lane(&simulator, "scripted?ttft=20ms&tps=100&tokens=100000");
        let (hostile, begun) = flood(head, piece);
        let mut command = paceline(
            home.path(),
            &["race", "--json", "--prompt", "Hi", "--lane", &endless, "--lane", &hostile],
        );
        let mut race =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        begun.recv_timeout(Duration::from_secs(30)).expect("it is asked");
        std::thread::sleep(Duration::from_millis(500));
        assert!(race.try_wait().expect("it can be asked").is_none(), "{what}: the other lane runs");
        signal(&race, "INT");
        let mut waited = 0;
        while race.try_wait().expect("it can be asked").is_none() && waited < 400 {
            std::thread::sleep(Duration::from_millis(10));
            waited += 1;
        }
        // A machine that is busy with other tests gets four times as long as the second.
        let has_ended = race.try_wait().expect("it can be asked").is_some();
        if !has_ended {
            race.kill().expect("it is there");
        }
        assert!(has_ended, "{what}: it runs four seconds after Ctrl+C");
        let run = document(&race.wait_with_output().expect("it ended"));
        let sample = at(&run, "/lanes/0/samples/0");
        assert_eq!(at(sample, "/status"), "cancelled", "{what}: and kept what the other lane had");
    }
}
