//! What an alarm says, and how each kind of webhook takes it. It says names and numbers; no prompt, no answer, no address, no key.

use report::plain;
use serde::Serialize;
use serde_json::json;
use store::{AlarmNews, Watch, WatchedChange, WebhookFormat};

use crate::alarms::standing::{ChangeStanding, standing};
use crate::watches::sentence::change_sentence;
use crate::watches::zone::Zone;

/// The longest text that is told, in characters: Discord takes no more.
const LONGEST: usize = 1_900;

/// What an alarm tells, as a webhook of the format `json` and a command get it.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct AlarmDocument {
    /// The id of the watch.
    pub watch_id: String,
    /// Its name.
    pub watch: String,
    /// Where it is measured, in the user's words; absent if nothing was said.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// What it is about.
    pub subject: AlarmSubject,
    /// When it was noticed, in seconds since 1970.
    pub made_s: f64,
    /// The message in a sentence.
    pub text: String,
    /// The change; absent of what is none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<WatchedChange>,
}

/// What an alarm is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum AlarmSubject {
    /// A number is worse than before.
    Worse,
    /// A number is better, and what was worse is over: at most a quarter of it is left.
    Resolved,
    /// A number is better, and more than that is left of what was worse.
    Eased,
    /// A number is better than before, and nothing was worse.
    Better,
    /// A turn could not be taken, and the one before it was.
    NotTaken,
    /// A turn is taken again.
    TakenAgain,
    /// Somebody tries whether the alarm is heard.
    Trial,
}

impl AlarmSubject {
    /// The word that a message begins with.
    fn word(self) -> &'static str {
        match self {
            Self::Worse => "WORSE",
            Self::Resolved => "RESOLVED",
            Self::Eased => "EASED",
            Self::Better => "BETTER",
            Self::NotTaken => "NOT WATCHED",
            Self::TakenAgain => "WATCHED AGAIN",
            Self::Trial => "TRIAL",
        }
    }
}

impl From<ChangeStanding> for AlarmSubject {
    fn from(standing: ChangeStanding) -> Self {
        match standing {
            ChangeStanding::Worse => Self::Worse,
            ChangeStanding::Resolved => Self::Resolved,
            ChangeStanding::Eased => Self::Eased,
            ChangeStanding::Better => Self::Better,
        }
    }
}

/// What an alarm of `watch` says of `news`. `earlier` are the changes before it, oldest first.
pub(crate) fn document(
    watch: &Watch,
    (news, made_s): (&AlarmNews, i64),
    earlier: &[WatchedChange],
    zone: &Zone,
) -> AlarmDocument {
    let (subject, said) = match news {
        AlarmNews::Change { change } => {
            (standing(earlier, change).into(), change_sentence(change, zone).to_string())
        }
        AlarmNews::NotTaken { why } => {
            let why = if why.is_empty() { String::new() } else { format!(" {}", plain(why)) };
            let more = format!("`paceline watch show {}` tells more there.", plain(&watch.name));
            (AlarmSubject::NotTaken, format!("A turn could not be taken.{why} {more}"))
        }
        AlarmNews::TakenAgain => (AlarmSubject::TakenAgain, "Turns are taken again.".to_owned()),
        AlarmNews::Trial => {
            (AlarmSubject::Trial, "This is how Paceline tells what it notices.".to_owned())
        }
    };
    let change = match news {
        AlarmNews::Change { change } => Some((**change).clone()),
        AlarmNews::NotTaken { .. } | AlarmNews::TakenAgain | AlarmNews::Trial => None,
    };
    let text = format!("{} {}: {said}", subject.word(), plain(&watch.name));
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
    AlarmDocument {
        watch_id: watch.id.clone(),
        watch: watch.name.clone(),
        site: watch.task.site.clone(),
        subject,
        made_s: made_s as f64,
        text: text.chars().take(LONGEST).collect(),
        change,
    }
}

/// The body that a webhook of this format gets.
pub(crate) fn body(format: WebhookFormat, document: &AlarmDocument) -> String {
    let text = &document.text;
    match format {
        WebhookFormat::Json => return own(document),
        WebhookFormat::Slack => json!({ "text": escaped_for_slack(text) }),
        // Whatever a model is called, nobody is called by it.
        WebhookFormat::Discord => {
            json!({ "content": escaped_as_markdown(text), "allowed_mentions": { "parse": [] } })
        }
        WebhookFormat::Teams => json!({
            "type": "message",
            "attachments": [{
                "contentType": "application/vnd.microsoft.card.adaptive",
                "content": {
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                    "type": "AdaptiveCard",
                    "version": "1.4",
                    "body": [{ "type": "TextBlock", "text": escaped_as_markdown(text), "wrap": true }],
                },
            }],
        }),
    }
    .to_string()
}

/// The document as JSON, with the name of its schema.
pub(crate) fn own(document: &AlarmDocument) -> String {
    #[derive(Serialize)]
    struct Named<'a> {
        schema: &'static str,
        #[serde(flatten)]
        document: &'a AlarmDocument,
    }
    serde_json::to_string(&Named { schema: AlarmDocument::SCHEMA, document }).unwrap_or_default()
}

impl AlarmDocument {
    /// The name of its schema.
    pub const SCHEMA: &str = "paceline.alarm/1";
}

/// Slack reads these three signs as its own, whatever stands around them.
fn escaped_for_slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The text with a backslash before each sign that Markdown reads as its own.
fn escaped_as_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for one in text.chars() {
        if "\\`*_~|><[]#".contains(one) {
            escaped.push('\\');
        }
        escaped.push(one);
    }
    escaped
}
