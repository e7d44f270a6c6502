use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use providers::Clock;
use race::Plan;
use secrecy::SecretString;
use store::{
    AlarmTask, ChangeKind, TurnOutcome, WatchBudget, WatchTask, WatchTimeouts, WatchTurn,
    WatchedChange, WatchedNumber,
};
use watch::{ActiveHours, Rhythm};

use super::*;
use crate::alarms::message::AlarmSubject;
use crate::alarms::secret::owner;
use crate::engine::engine;
use crate::key_source::Host;

/// 2026-03-28T00:00:00Z.
const AT_S: i64 = 1_774_656_000;

fn berlin() -> Zone {
    Zone::named("Europe/Berlin").expect("it is in the database")
}

fn watch() -> Watch {
    let task = WatchTask {
        plan: Plan { prompt: "A secret prompt".into(), ..Plan::default() },
        rhythm: Rhythm { every_minutes: 60, hours: None, days: Vec::new(), until_s: None },
        budget: WatchBudget::default(),
        timeouts: WatchTimeouts::default(),
        site: Some("Berlin".into()),
        conditions: None,
        tags: Vec::new(),
    };
    Watch {
        id: "w".into(),
        name: "nightly".into(),
        created_s: AT_S,
        since_s: AT_S,
        paused: false,
        tested: None,
        task,
    }
}

fn change(at_turn: u32, ratio: f64) -> WatchedChange {
    WatchedChange {
        lane: 0,
        contender: "Acme <fast>_1".into(),
        number: WatchedNumber::Ttft,
        kind: ChangeKind::Step,
        at_turn,
        at_s: 1_774_656_000.0,
        since_s: 1_774_652_400.0,
        before: None,
        after: None,
        ratio: Some(ratio),
        ratio_low: None,
        ratio_high: None,
        causes: watch::ChangeCauses::default(),
    }
}

/// A watch with one alarm, and who tells it.
struct Setting {
    history: Arc<History>,
    application: Application,
    engine: Runtime,
}

impl Setting {
    fn of(target: AlarmTarget, quiet: Option<ActiveHours>) -> Self {
        let history = Arc::new(History::in_memory().expect("a history"));
        history.add_watch(&watch()).expect("it is one");
        let task = AlarmTask { target, quiet };
        let alarm = Alarm { id: "a".into(), watch: "w".into(), created_s: AT_S, task };
        history.add_alarm(&alarm).expect("it is one");
        let application = Application::new(Host::CommandLine, Some(Arc::clone(&history)));
        Self { history, application, engine: engine().expect("threads") }
    }

    /// One that tells a webhook of this format at an address.
    fn to_webhook(format: WebhookFormat, origin: &str, quiet: Option<ActiveHours>) -> Self {
        let target = AlarmTarget::Webhook { format, origin: origin.into(), variable: None };
        let setting = Self::of(target, quiet);
        let alarms = setting.history.alarms("w").expect("they can be read");
        let address = SecretString::from(format!("{origin}/services/marker"));
        let owner = owner(&alarms[0]).expect("it is in the keyring");
        setting.application.keys().set_for_session(&owner, &address).expect("it is kept");
        setting
    }

    fn notice(&self, changes: &[WatchedChange]) {
        self.history.keep_changes("w", 9, changes).expect("they are kept");
    }

    fn deliver(&self, now_s: i64) -> Vec<(AlarmDocument, MessageEnd)> {
        let told = self.deliver_until(now_s, &CancellationToken::new(), &|| true);
        assert!(!told.is_cut, "there is time for all");
        told.tries.into_iter().map(|one| (one.document, one.end)).collect()
    }

    fn deliver_until(
        &self,
        now_s: i64,
        stop: &CancellationToken,
        has_time: &dyn Fn() -> bool,
    ) -> Deliveries {
        let host = (&self.application, &self.engine);
        let telling = Telling { zone: &berlin(), now_s, stop, has_time };
        deliver(host, &self.history, &watch(), &telling).expect("it works")
    }
}

/// A server that answers each request with this status, and hands on the bodies that it got.
fn server(status: &'static str) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let origin = format!("http://{}", listener.local_addr().expect("it has one"));
    let (send, got) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let (mut text, mut part) = (String::new(), [0; 8_192]);
            while !text.ends_with('}') {
                let Ok(read @ 1..) = stream.read(&mut part) else { break };
                text.push_str(&String::from_utf8_lossy(&part[..read]));
            }
            let answer =
                format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            let _gone = stream.write_all(answer.as_bytes());
            let body = text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
            if send.send(body.unwrap_or_default()).is_err() {
                return;
            }
        }
    });
    (origin, got)
}

#[test]
fn a_change_is_told_once_and_that_it_is_over_is_told_too() {
    let (origin, got) = server("200 OK");
    let setting = Setting::to_webhook(WebhookFormat::Json, &origin, None);
    setting.notice(&[change(3, 1.3)]);
    setting.notice(&[change(5, 0.78)]);
    let told = setting.deliver(AT_S + 60);
    let subjects: Vec<AlarmSubject> = told.iter().map(|(document, _)| document.subject).collect();
    assert_eq!(subjects, [AlarmSubject::Worse, AlarmSubject::Resolved]);
    assert!(told.iter().all(|(_, end)| *end == MessageEnd::Told), "{told:?}");
    let first = got.recv().expect("it came");
    assert!(
        first.contains("\"schema\":\"paceline.alarm/1\"") && first.contains("30 % longer"),
        "{first}"
    );
    assert!(got.recv().expect("it came").contains("RESOLVED nightly"));
    assert!(!first.contains("secret prompt") && !first.contains("marker"), "{first}");
    assert_eq!(setting.deliver(AT_S + 120), [], "each once");
}

#[test]
fn what_cannot_be_told_is_tried_again_later_and_in_order() {
    let (origin, got) = server("503 Service Unavailable");
    let setting = Setting::to_webhook(WebhookFormat::Slack, &origin, None);
    setting.notice(&[change(3, 1.3), change(4, 1.2)]);
    let [(_, end)] = &setting.deliver(AT_S)[..] else { panic!("the second waits for the first") };
    let MessageEnd::PutOff { until_s, why } = end else { panic!("{end:?}") };
    assert_eq!(*until_s, AT_S + 60);
    assert!(why.contains("HTTP 503") && !why.contains("marker"), "{why}");
    got.recv().expect("it was tried");
    let [(next, _)] = &setting.deliver(AT_S + 60)[..] else { panic!("it is tried again") };
    assert_eq!(next.change.as_ref().map(|change| change.at_turn), Some(3), "the first is first");
}

/// A server that takes every connection and never answers, and says of each that it came.
fn silent_server() -> (String, Receiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let origin = format!("http://{}", listener.local_addr().expect("it has one"));
    let (send, got) = channel();
    thread::spawn(move || {
        let mut held = Vec::new();
        for mut stream in listener.incoming().flatten().take(9) {
            let _asked = stream.read(&mut [0; 1_024]);
            held.push(stream);
            if send.send(()).is_err() {
                return;
            }
        }
    });
    (origin, got)
}

/// Of the first alarm: what is due at a time, and how often each was tried.
fn due(setting: &Setting, now_s: i64) -> Vec<(i64, u32)> {
    let waiting = setting.history.waiting_messages("a", now_s, 9).expect("they can be read");
    waiting.into_iter().map(|message| (message.id, message.tries)).collect()
}

#[test]
fn who_does_not_answer_holds_no_stop_and_what_was_not_told_waits_as_it_did() {
    let (origin, asked) = silent_server();
    let setting = Setting::to_webhook(WebhookFormat::Json, &origin, None);
    setting.notice(&[change(3, 1.3), change(4, 1.2)]);
    let before = due(&setting, AT_S);
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    let stopped = thread::spawn(move || {
        asked.recv().expect("it is asked");
        stopping.cancel();
        Clock::start()
    });
    let told = setting.deliver_until(AT_S, &stop, &|| true);
    let late_ns = stopped.join().expect("it ends").now_ns();
    assert_eq!(told, Deliveries { tries: Vec::new(), is_cut: true }, "nobody was told");
    assert!(late_ns < 1_000_000_000, "it ended {late_ns} ns after it was stopped");
    assert_eq!(due(&setting, AT_S), before, "a try that was stopped counts as none");
    assert_eq!(setting.deliver_until(AT_S, &stop, &|| true).tries, [], "and no other begins");
}

#[cfg(unix)]
#[test]
fn a_command_that_does_not_end_holds_no_stop() {
    let command = "sleep 9";
    let setting = Setting::of(AlarmTarget::Command { command: command.into() }, None);
    let application = setting.application.with_commands([command.to_owned()].into());
    let setting = Setting { application, ..setting };
    setting.notice(&[change(3, 1.3)]);
    let before = due(&setting, AT_S);
    let stop = CancellationToken::new();
    let (stopping, clock) = (stop.clone(), Clock::start());
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        stopping.cancel();
    });
    assert!(setting.deliver_until(AT_S, &stop, &|| true).is_cut);
    assert!(clock.now_ns() < 3_000_000_000, "long before the command ends");
    assert_eq!(due(&setting, AT_S), before, "it was not told, and that is no failure of it");
}

#[test]
fn what_is_told_slowly_leaves_the_rest_for_after_the_next_turn() {
    let (origin, got) = server("200 OK");
    let setting = Setting::to_webhook(WebhookFormat::Json, &origin, None);
    setting.notice(&[change(3, 1.3), change(4, 1.2), change(5, 1.2)]);
    let left = std::cell::Cell::new(2);
    let has_time = || left.replace(left.get() - 1) > 0;
    let told = setting.deliver_until(AT_S, &CancellationToken::new(), &has_time);
    assert!(told.is_cut && told.tries.len() == 2, "{told:?}");
    assert_eq!(setting.deliver(AT_S).len(), 1, "the third is told with the next look");
    assert_eq!(got.try_iter().count(), 3, "each once");
}

#[test]
fn a_message_is_put_off_before_it_is_sent() {
    let (origin, asked) = silent_server();
    let setting = Setting::to_webhook(WebhookFormat::Json, &origin, None);
    setting.notice(&[change(3, 1.3)]);
    let stop = CancellationToken::new();
    let (stopping, history) = (stop.clone(), Arc::clone(&setting.history));
    let seen = thread::spawn(move || {
        asked.recv().expect("it is asked");
        let due = |now_s| history.waiting_messages("a", now_s, 9).expect("they are read").len();
        let seen = (due(AT_S + 30), due(AT_S + 60));
        stopping.cancel();
        seen
    });
    setting.deliver_until(AT_S, &stop, &|| true);
    let seen = seen.join().expect("it ends");
    assert_eq!(seen, (0, 1), "who is killed now tells it again, and not at every start");
}

#[test]
fn nothing_is_told_in_quiet_hours_and_all_of_it_after() {
    let (origin, _got) = server("200 OK");
    // In Berlin it is one o'clock.
    let night = ActiveHours { from_minute: 1_320, until_minute: 420 };
    let setting = Setting::to_webhook(WebhookFormat::Discord, &origin, Some(night));
    setting.notice(&[change(3, 1.3)]);
    assert_eq!(setting.deliver(AT_S), []);
    assert_eq!(setting.deliver(AT_S + 6 * 3_600).len(), 1, "it is seven");
}

#[test]
fn a_turn_that_cannot_be_taken_is_told_with_the_reason() {
    let (origin, got) = server("204 No Content");
    let setting = Setting::to_webhook(WebhookFormat::Teams, &origin, None);
    let turn = WatchTurn {
        number: 7,
        asked: false,
        due_s: AT_S,
        started_s: None,
        ended_s: None,
        run_id: None,
        outcome: TurnOutcome::Refused,
        why: Some("There is no key for Acme.".into()),
        turns: 1,
        most: None,
    };
    assert!(setting.history.put_turn("w", &turn).expect("it is entered"));
    assert_eq!(setting.deliver(AT_S).len(), 1);
    let body = got.recv().expect("it came");
    assert!(body.contains("NOT WATCHED nightly") && body.contains("AdaptiveCard"), "{body}");
}

#[test]
fn a_name_from_outside_is_text_to_every_webhook() {
    let (news, earlier) = (AlarmNews::Change { change: Box::new(change(3, 1.3)) }, []);
    let document = message::document(&watch(), (&news, AT_S), &earlier, &berlin());
    let of = |format| message::body(format, &document);
    assert!(of(WebhookFormat::Slack).contains("Acme &lt;fast&gt;_1"));
    assert!(of(WebhookFormat::Discord).contains(r"Acme \\<fast\\>\\_1"));
    assert!(of(WebhookFormat::Discord).contains(r#""allowed_mentions":{"parse":[]}"#));
    let json: serde_json::Value = serde_json::from_str(&of(WebhookFormat::Json)).expect("JSON");
    assert_eq!(json["change"]["contender"], "Acme <fast>_1", "and the document has it as it is");
}

#[cfg(unix)]
#[test]
fn a_command_gets_the_message_and_says_by_its_end_whether_it_was_heard() {
    let run = |command: &str, is_allowed: bool| {
        let setting = Setting::of(AlarmTarget::Command { command: command.into() }, None);
        let allowed = is_allowed.then(|| command.to_owned()).into_iter().collect();
        let setting =
            Setting { application: setting.application.with_commands(allowed), ..setting };
        setting.notice(&[change(3, 1.3)]);
        setting.deliver(AT_S).pop().expect("it was tried").1
    };
    assert_eq!(run("grep -q 'WORSE nightly'", true), MessageEnd::Told);
    let why = |end| match end {
        MessageEnd::PutOff { why, .. } => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        why(run("echo no >&2; exit 3", true)),
        "The command ended with status 3. It said: no"
    );
    assert!(why(run("true", false)).contains("not allowed on this machine"));
}
