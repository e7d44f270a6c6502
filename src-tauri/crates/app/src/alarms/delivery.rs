//! Tells what waits to be told: between turns, in order, again after a failure, and not in quiet hours.
//!
//! **Invariant:** a message is sent before it is noted as told. Whatever ends this process, none is forgotten; at worst one is told
//! twice, and not before the wait that follows any try: it is put off before it is sent.

use std::time::Duration;

use keys::Keys;
use providers::post_json;
use race::CommandRunner as _;
use store::{
    Alarm, AlarmMessage, AlarmNews, AlarmTarget, AlarmTask, History, HistoryError, MessageEnd,
    Watch, WebhookFormat,
};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use watch::local_minute;

use crate::alarms::message::{self, AlarmDocument};
use crate::alarms::secret::address;
use crate::application::Application;
use crate::desktop_notice::desktop_notice;
use crate::proxy_login::proxy_login_owner;
use crate::watches::zone::Zone;

/// Messages of an alarm that are told in one go; the turns of the rhythm wait meanwhile.
const AT_ONCE: u32 = 5;
/// How long a webhook has for its answer.
const LONGEST: Duration = Duration::from_secs(10);
/// Seconds until a second try; each further one takes twice as long, up to an hour.
const FIRST_WAIT_S: i64 = 60;
const LONGEST_WAIT_S: i64 = 3_600;
/// Failed tries after which a message is given up: about a day.
const MOST_TRIES: u32 = 30;
/// Changes that are looked at to say how one stands to those before it.
const MOST_CHANGES: u32 = 500;

/// A try to tell something.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    /// Who is told, as a name.
    pub target: String,
    /// What is told.
    pub document: AlarmDocument,
    /// What became of it.
    pub end: MessageEnd,
}

/// When alarms tell, and until when.
pub struct Telling<'a> {
    /// Where quiet hours are counted.
    pub zone: &'a Zone,
    /// The time now, in seconds since 1970.
    pub now_s: i64,
    /// Ends a try under way. Its message stays as it was.
    pub stop: &'a CancellationToken,
    /// Whether another try may begin.
    pub has_time: &'a dyn Fn() -> bool,
}

/// What was told, and whether something is left for which there was no time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Deliveries {
    /// The tries, in order.
    pub tries: Vec<Delivery>,
    /// Whether there was no time for another.
    pub is_cut: bool,
}

/// Who an alarm tells, as a name that contains no secret: `Slack (https://hooks.slack.com)`.
pub fn target_name(task: &AlarmTask) -> String {
    match &task.target {
        AlarmTarget::Webhook { format, origin, .. } => {
            let format = match format {
                WebhookFormat::Json => "webhook",
                WebhookFormat::Slack => "Slack",
                WebhookFormat::Discord => "Discord",
                WebhookFormat::Teams => "Teams",
            };
            format!("{format} ({origin})")
        }
        AlarmTarget::Command { command } => format!("command {}", report::plain(command)),
        AlarmTarget::Desktop => "this desktop".to_owned(),
    }
}

/// Tells what the alarms of a watch have to tell by now.
///
/// # Errors
/// If the history cannot be read or written. That somebody could not be told is no error, but in what is returned.
pub fn deliver(
    (application, engine): (&Application, &Runtime),
    history: &History,
    watch: &Watch,
    &Telling { zone, now_s, stop, has_time }: &Telling<'_>,
) -> Result<Deliveries, HistoryError> {
    let minute = local_minute(now_s, &|at| zone.offset_s(at));
    let mut deliveries = Deliveries::default();
    for alarm in history.alarms(&watch.id)? {
        if alarm.task.quiet.is_some_and(|quiet| quiet.holds(minute)) {
            continue;
        }
        let messages = history.waiting_messages(&alarm.id, now_s, AT_ONCE)?;
        for message in messages {
            if stop.is_cancelled() || !has_time() {
                deliveries.is_cut = true;
                return Ok(deliveries);
            }
            let document = document_of(history, watch, &message, zone)?;
            history.put_off_message(message.id, next_try_s(&message, now_s))?;
            let told = engine.block_on(tell(application, history, (&alarm, &document), stop));
            let Some(told) = told else {
                history.put_off_message(message.id, now_s)?;
                deliveries.is_cut = true;
                return Ok(deliveries);
            };
            let end = end_of(told, &message, now_s);
            history.end_message(message.id, &end, now_s)?;
            let failed = end != MessageEnd::Told;
            deliveries.tries.push(Delivery { target: target_name(&alarm.task), document, end });
            if failed {
                break;
            }
        }
    }
    Ok(deliveries)
}

/// Tells a trial message at once, whatever the hour.
///
/// # Errors
/// Why it could not be told, in a sentence.
pub fn try_alarm(
    (application, engine): (&Application, &Runtime),
    history: &History,
    (watch, alarm): (&Watch, &Alarm),
    zone: &Zone,
) -> Result<(), String> {
    let now_s = store::now().unix_timestamp();
    let document = message::document(watch, (&AlarmNews::Trial, now_s), &[], zone);
    engine.block_on(told(application, history, (alarm, &document), &CancellationToken::new()))
}

fn document_of(
    history: &History,
    watch: &Watch,
    message: &AlarmMessage,
    zone: &Zone,
) -> Result<AlarmDocument, HistoryError> {
    let mut earlier = match &message.news {
        AlarmNews::Change { .. } => history.watch_changes(&watch.id, MOST_CHANGES)?,
        AlarmNews::NotTaken { .. } | AlarmNews::TakenAgain | AlarmNews::Trial => Vec::new(),
    };
    earlier.reverse();
    if let AlarmNews::Change { change } = &message.news {
        let own = earlier.iter().position(|one| *one == **change);
        earlier.truncate(own.unwrap_or(earlier.len()));
    }
    Ok(message::document(watch, (&message.news, message.made_s), &earlier, zone))
}

fn end_of(told: Result<(), String>, message: &AlarmMessage, now_s: i64) -> MessageEnd {
    match told {
        Ok(()) => MessageEnd::Told,
        Err(why) if message.tries.saturating_add(1) >= MOST_TRIES => MessageEnd::GivenUp { why },
        Err(why) => MessageEnd::PutOff { until_s: next_try_s(message, now_s), why },
    }
}

/// When a message is told again if a try at this time fails.
fn next_try_s(message: &AlarmMessage, now_s: i64) -> i64 {
    let wait = FIRST_WAIT_S << message.tries.min(10);
    now_s.saturating_add(wait.min(LONGEST_WAIT_S))
}

/// Tells somebody; `None` if that was stopped.
async fn tell(
    application: &Application,
    history: &History,
    (alarm, document): (&Alarm, &AlarmDocument),
    stop: &CancellationToken,
) -> Option<Result<(), String>> {
    let told = told(application, history, (alarm, document), stop);
    tokio::select! {
        // What has ended is not lost because it is stopped in the same moment.
        biased;
        told = told => (told.is_ok() || !stop.is_cancelled()).then_some(told),
        () = stop.cancelled() => None,
    }
}

async fn told(
    application: &Application,
    history: &History,
    (alarm, document): (&Alarm, &AlarmDocument),
    stop: &CancellationToken,
) -> Result<(), String> {
    match &alarm.task.target {
        AlarmTarget::Webhook { format, origin, variable } => {
            let keys = application.keys();
            let address = address(keys, alarm, (origin, variable.as_deref()))?;
            let network = application.network(history).map_err(|error| error.to_string())?;
            let route = network.route("");
            let login = login(keys, &route.proxy);
            let body = message::body(*format, document);
            let sent = post_json(&address, body, &route, login.as_ref());
            match tokio::time::timeout(LONGEST, sent).await {
                Ok(sent) => sent.map_err(|fault| fault.message.to_string()),
                Err(_) => {
                    Err(format!("The webhook did not answer within {} s.", LONGEST.as_secs()))
                }
            }
        }
        AlarmTarget::Desktop => {
            let title = format!("Paceline: {}", document.watch);
            desktop_notice(title, document.text.clone(), LONGEST).await
        }
        AlarmTarget::Command { command } => {
            let input = message::own(document).into_bytes();
            let ended = application.allowed().run(command, input, stop.clone()).await;
            let ended = ended.map_err(|why| crate::text::sentence(&why.to_string()))?;
            if ended.status == Some(0) {
                return Ok(());
            }
            let said = crate::text::clipped(&crate::text::one_line(&ended.errors), 200);
            let said = if said.is_empty() { said } else { format!(" It said: {said}") };
            Err(match ended.status {
                Some(status) => format!("The command ended with status {status}.{said}"),
                None => format!("The command was ended by a signal.{said}"),
            })
        }
    }
}

/// The login of the user's own proxy. Without a readable keyring there is none, and most proxies need none.
fn login(keys: &Keys, proxy: &providers::Proxy) -> Option<secrecy::SecretString> {
    proxy_login_owner(proxy).and_then(|owner| keys.take(&owner).ok().flatten())
}

#[cfg(test)]
#[path = "delivery_tests.rs"]
mod tests;
