//! The user's preferences: language, appearance, number format, defaults of a new race, daily cap, retention.

mod defaults;
mod lost;
mod problem;
mod shortcuts;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{History, HistoryError};

pub use self::defaults::{RaceDefaults, RequestTimeouts};
pub use self::problem::PreferenceProblem;

/// Range of the text size, in percent.
const TEXT_PERCENT: std::ops::RangeInclusive<u16> = 80..=400;
/// Range of the retention of deleted runs, in days.
const KEEP_DAYS: std::ops::RangeInclusive<u16> = 1..=365;
/// Maximum number of rounds, as for a race; more than that is a typing error.
const MOST_ROUNDS: u32 = 1_000;
/// Maximum daily cap in dollars; a higher one has no effect.
const MOST_CAP_USD: f64 = 100_000.0;
/// The daily cap that stands in for one that cannot be read, in dollars.
const UNREADABLE_CAP_USD: f64 = 0.01;
/// Range of a timeout, in seconds: up to a day.
const TIMEOUT_S: std::ops::RangeInclusive<u32> = 1..=86_400;
/// Maximum number of chosen metrics, all surfaces together.
const MOST_METRICS: usize = 200;
/// Maximum length of a metric's id, in bytes.
const LONGEST_ID: usize = 64;

/// Maximum number of favourite models.
const MOST_FAVOURITES: usize = 100;
/// Maximum length of one as `provider/model`, in bytes.
const LONGEST_FAVOURITE: usize = 1_000;

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system is set.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// Unit of durations such as TTFT.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum TimeUnit {
    /// `0.412 s`.
    #[default]
    Seconds,
    /// `412 ms`.
    Milliseconds,
}

/// Language of the window. The command line and exports are in English.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub enum Language {
    /// The first of the system's languages that the window has.
    #[default]
    #[serde(rename = "system")]
    System,
    /// English.
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
    /// Chinese in simplified characters.
    #[serde(rename = "zh")]
    Chinese,
}

/// Digit grouping and decimal sign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum NumberFormat {
    /// That of the window's language.
    #[default]
    Language,
    /// `1,234.5`.
    CommaPoint,
    /// `1.234,5`.
    PointComma,
    /// `1 234,5`.
    SpaceComma,
    /// `1234.5`.
    Plain,
}

/// Everything on the Settings screen except the network settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Preferences {
    /// Language of the window.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// Unit of durations.
    pub times: TimeUnit,
    /// Number format.
    pub numbers: NumberFormat,
    /// Zoom of the window, in percent: 80 to 400.
    pub text_percent: u16,
    /// Whether the rail at the left is shown.
    pub rail: bool,
    /// Defaults of a new race.
    pub defaults: RaceDefaults,
    /// Timeouts of the requests that the window sends; the command line has options of its own.
    pub timeouts: RequestTimeouts,
    /// Daily spending cap in dollars: a race that could exceed it asks first; absent for no cap.
    pub cap_usd_per_day: Option<f64>,
    /// Retention of deleted runs in days: 1 to 365.
    pub keep_deleted_days: u16,
    /// Whether to show a system notification when a long run ends while the window is in the background.
    pub notify: bool,
    /// Whether the window takes the turns of watches while it is open.
    pub watches: bool,
    /// The user's favourite models, as `provider/model`, in the order in which they were chosen.
    pub favourites: Vec<String>,
    /// The user's shortcuts, such as `Mod+Shift+K`, by action.
    pub shortcuts: BTreeMap<String, String>,
    /// The metrics that the user chose to see, by surface, such as `history`; a surface that is absent shows its
    /// defaults. Ids of other versions are kept but not shown.
    pub metrics: BTreeMap<String, Vec<String>>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: Theme::default(),
            times: TimeUnit::default(),
            numbers: NumberFormat::default(),
            text_percent: 100,
            rail: true,
            defaults: RaceDefaults::default(),
            timeouts: RequestTimeouts::default(),
            cap_usd_per_day: None,
            keep_deleted_days: 30,
            notify: true,
            watches: false,
            favourites: Vec::new(),
            shortcuts: BTreeMap::new(),
            metrics: BTreeMap::new(),
        }
    }
}

/// Why preferences were not saved.
#[derive(Debug, thiserror::Error)]
pub enum PreferencesError {
    /// Some of them are invalid.
    #[error("The settings were not kept: {}", problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join(" "))]
    Invalid {
        /// All problems.
        problems: Vec<PreferenceProblem>,
    },
    /// They could not be written.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl Preferences {
    /// The preferences saved in `history`, with defaults for missing values and for values that this version cannot read
    /// because another one wrote them.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn load(history: &History) -> Result<Self, HistoryError> {
        Ok(match history.preferences()? {
            Some(saved) => Self::of_document(&saved),
            None if history.damage().is_some_and(|found| found.salvage.may_lack_settings()) => {
                Self::standing_for_lost()
            }
            None => Self::default(),
        })
    }

    /// Saves them in `history`, all or nothing.
    ///
    /// # Errors
    /// [`PreferencesError::Invalid`] with all problems; otherwise if they cannot be written.
    pub fn save(&self, history: &History) -> Result<(), PreferencesError> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(PreferencesError::Invalid { problems });
        }
        let document = serde_json::to_value(self).map_err(|source| HistoryError::Unwritable {
            what: "The settings".to_owned(),
            source,
        })?;
        Ok(history.put_preferences(&document)?)
    }

    /// The defaults, overridden by each saved value that this version can read and accepts. A cap that it cannot is one of
    /// a cent, which every race with a price has to ask about.
    fn of_document(saved: &Value) -> Self {
        let mut preferences = Self::default();
        for (name, value) in saved.as_object().into_iter().flatten() {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(&preferences) else {
                continue;
            };
            if !fields.contains_key(name) {
                continue;
            }
            fields.insert(name.clone(), value.clone());
            let with: Result<Self, _> = serde_json::from_value(Value::Object(fields));
            if let Ok(with) = with
                && with.problems().is_empty()
            {
                preferences = with;
            } else if name == "cap_usd_per_day" && !value.is_null() {
                // There was a cap. Without one nothing would ask before it is exceeded.
                preferences.cap_usd_per_day = Some(UNREADABLE_CAP_USD);
            }
        }
        preferences
    }

    /// All problems of the settings.
    pub fn problems(&self) -> Vec<PreferenceProblem> {
        let mut problems = Vec::new();
        let mut unless = |holds: bool, field: &str, message: &str| {
            if !holds {
                problems.push(PreferenceProblem {
                    field: field.to_owned(),
                    message: message.to_owned(),
                });
            }
        };
        unless(
            TEXT_PERCENT.contains(&self.text_percent),
            "text_percent",
            "The text size must lie between 80 and 400 percent.",
        );
        unless(
            self.defaults.max_tokens != Some(0),
            "max_tokens",
            "Max tokens must be at least 1; leave it empty for the provider's own limit.",
        );
        unless(
            self.defaults.temperature.is_none_or(|t| (0.0..=2.0).contains(&t)),
            "temperature",
            "The temperature must lie between 0 and 2, or be empty.",
        );
        unless(self.defaults.repeat >= 1, "repeat", "A race has at least one measured round.");
        unless(
            self.defaults.repeat.saturating_add(self.defaults.warmup) <= MOST_ROUNDS,
            "warmup",
            "Rounds must be at most 1,000, warm-up included.",
        );
        unless(
            self.cap_usd_per_day.is_none_or(|cap| cap > 0.0 && cap <= MOST_CAP_USD),
            "cap_usd_per_day",
            "The cap must be more than $0 and at most $100,000 a day, or be empty.",
        );
        unless(
            KEEP_DAYS.contains(&self.keep_deleted_days),
            "keep_deleted_days",
            "Deleted runs can be kept for 1 to 365 days.",
        );
        let RequestTimeouts { first_token_s, idle_s, request_s } = self.timeouts;
        for (field, seconds) in
            [("first_token_s", first_token_s), ("idle_s", idle_s), ("request_s", request_s)]
        {
            unless(
                TIMEOUT_S.contains(&seconds),
                field,
                "A timeout must lie between 1 second and 86,400 seconds, which is a day.",
            );
        }
        let ids = || self.metrics.values().flatten();
        unless(
            self.metrics.len() <= MOST_METRICS
                && ids().count() <= MOST_METRICS
                && self.metrics.keys().chain(ids()).all(|id| id.len() <= LONGEST_ID),
            "metrics",
            "At most 200 metrics can be chosen, all screens together, each by its id.",
        );
        unless(
            self.favourites.len() <= MOST_FAVOURITES
                && self.favourites.iter().all(|name| name.len() <= LONGEST_FAVOURITE),
            "favourites",
            "There can be at most 100 favourite models. Remove one first.",
        );
        problems.extend(shortcuts::problems(&self.shortcuts));
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut Preferences)) -> Vec<String> {
        let history = History::in_memory().unwrap();
        let mut preferences = Preferences::default();
        change(&mut preferences);
        match preferences.save(&history) {
            Err(PreferencesError::Invalid { problems }) => {
                let saved = Preferences::load(&history).unwrap();
                assert_eq!(saved, Preferences::default(), "nothing of what is refused is saved");
                problems.into_iter().map(|problem| problem.field).collect()
            }
            other => panic!("was not refused: {other:?}"),
        }
    }

    #[test]
    fn preferences_are_read_back_as_they_were_saved() {
        let history = History::in_memory().unwrap();
        let first = Preferences::load(&history).unwrap();
        assert_eq!(first, Preferences::default(), "the defaults before anything is saved");
        let preferences = Preferences {
            language: Language::German,
            theme: Theme::Dark,
            times: TimeUnit::Milliseconds,
            numbers: NumberFormat::SpaceComma,
            text_percent: 125,
            rail: false,
            cap_usd_per_day: Some(2.5),
            keep_deleted_days: 7,
            notify: false,
            watches: true,
            defaults: RaceDefaults {
                max_tokens: None,
                temperature: Some(0.2),
                warmup: 1,
                repeat: 5,
            },
            timeouts: RequestTimeouts { first_token_s: 30, idle_s: 5, request_s: 120 },
            favourites: vec!["groq/openai/gpt-oss-120b".to_owned()],
            shortcuts: [("race".to_owned(), "F5".to_owned())].into(),
            metrics: [("history".to_owned(), vec!["cost_usd".to_owned()])].into(),
        };
        preferences.save(&history).unwrap();
        assert_eq!(Preferences::load(&history).unwrap(), preferences, "every field");
    }

    #[test]
    fn a_value_out_of_range_is_refused_by_the_name_of_its_field() {
        assert_eq!(refused(|p| p.text_percent = 79), ["text_percent"], "too small to read");
        assert_eq!(refused(|p| p.text_percent = 401), ["text_percent"], "too large to fit");
        assert_eq!(refused(|p| p.defaults.max_tokens = Some(0)), ["max_tokens"], "no answer");
        assert_eq!(refused(|p| p.defaults.temperature = Some(2.1)), ["temperature"], "above 2");
        let nan = refused(|p| p.defaults.temperature = Some(f64::NAN));
        assert_eq!(nan, ["temperature"], "not a number");
        assert_eq!(refused(|p| p.defaults.repeat = 0), ["repeat"], "nothing measured");
        assert_eq!(refused(|p| p.defaults.warmup = 1_000), ["warmup"], "too many rounds");
        assert_eq!(refused(|p| p.cap_usd_per_day = Some(0.0)), ["cap_usd_per_day"], "no dollar");
        assert_eq!(refused(|p| p.keep_deleted_days = 0), ["keep_deleted_days"], "no undo");
        assert_eq!(refused(|p| p.timeouts.idle_s = 0), ["idle_s"], "over before it begins");
        let days = refused(|p| p.timeouts.request_s = 86_401);
        assert_eq!(days, ["request_s"], "longer than a day");
        let reserved = refused(|p| p.shortcuts = [("race".to_owned(), "Mod+C".to_owned())].into());
        assert_eq!(reserved, ["race"], "a shortcut is named by its action");
        let all = refused(|p| p.favourites = vec!["a/b".to_owned(); 101]);
        assert_eq!(all, ["favourites"], "a favourite among a hundred is none");
        let many = |p: &mut Preferences| {
            p.metrics.insert("history".to_owned(), vec!["cost_usd".to_owned(); 201]);
        };
        assert_eq!(refused(many), ["metrics"], "more than there are");
        let long = |p: &mut Preferences| {
            p.metrics.insert("history".to_owned(), vec!["x".repeat(65)]);
        };
        assert_eq!(refused(long), ["metrics"], "no id is so long");
    }

    #[test]
    fn a_cap_that_cannot_be_read_is_still_a_cap() {
        let history = History::in_memory().unwrap();
        for cap in [serde_json::json!(-1), serde_json::json!("ten"), serde_json::json!(1e300)] {
            history.put_preferences(&serde_json::json!({ "cap_usd_per_day": cap })).unwrap();
            let read = Preferences::load(&history).unwrap().cap_usd_per_day;
            assert_eq!(read, Some(UNREADABLE_CAP_USD), "{cap}: what costs more asks");
        }
        history.put_preferences(&serde_json::json!({ "cap_usd_per_day": null })).unwrap();
        assert_eq!(Preferences::load(&history).unwrap().cap_usd_per_day, None, "none was set");
    }

    #[test]
    fn only_the_value_that_cannot_be_read_falls_back_to_its_default() {
        let history = History::in_memory().unwrap();
        let newer = serde_json::json!({
            "theme": "sepia", "text_percent": 150, "keep_deleted_days": 9_999, "tracks": true,
        });
        history.put_preferences(&newer).unwrap();
        let read = Preferences::load(&history).unwrap();
        let expected = Preferences { text_percent: 150, ..Preferences::default() };
        assert_eq!(read, expected, "the readable value holds, the others are the defaults");
    }
}
