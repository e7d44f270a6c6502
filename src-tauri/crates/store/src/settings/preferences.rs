//! The user's preferences: appearance, number format, defaults of a new race, daily cap, retention.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::HistoryError;
use crate::history::History;

const PREFERENCES: &str = "preferences";
const WHAT: &str = "The settings";

/// Range of the text size, in percent.
const TEXT_PERCENT: std::ops::RangeInclusive<u16> = 80..=200;
/// Range of the retention of deleted runs, in days.
const KEEP_DAYS: std::ops::RangeInclusive<u16> = 1..=365;
/// Maximum number of rounds, as for a race; more is a typing error.
const MOST_ROUNDS: u32 = 1_000;
/// Maximum daily cap in dollars; a higher one has no effect.
const MOST_CAP_USD: f64 = 100_000.0;
/// Maximum number of shortcuts.
const MOST_SHORTCUTS: usize = 200;
/// Chords of every text field, which must not be overridden by accident.
const OF_TEXT_FIELDS: &[&str] = &["Mod+A", "Mod+C", "Mod+V", "Mod+X", "Mod+Z", "Mod+Shift+Z"];
/// Chords of macOS for every app: hide, minimise, quit.
const OF_MACOS: &[&str] = &["Mod+H", "Mod+M", "Mod+Q"];
/// Keys with a name instead of a character.
const NAMED_KEYS: &[&str] = &[
    "Enter",
    "Space",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
];

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
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

/// Digit grouping and decimal sign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum NumberFormat {
    /// `1,234.5`.
    #[default]
    CommaPoint,
    /// `1.234,5`.
    PointComma,
    /// `1 234,5`.
    SpaceComma,
    /// `1234.5`.
    Plain,
}

/// Defaults of a new race.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RaceDefaults {
    /// Output token limit of each request; absent for the provider's default.
    pub max_tokens: Option<u32>,
    /// Temperature, 0 to 2; absent for the provider's default.
    pub temperature: Option<f64>,
    /// Warm-up rounds.
    pub warmup: u32,
    /// Measured rounds, at least 1.
    pub repeat: u32,
}

impl Default for RaceDefaults {
    fn default() -> Self {
        Self { max_tokens: Some(512), temperature: None, warmup: 0, repeat: 1 }
    }
}

/// Everything on the Settings screen except the network settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Preferences {
    /// Light or dark.
    pub theme: Theme,
    /// Unit of durations.
    pub times: TimeUnit,
    /// Number format.
    pub numbers: NumberFormat,
    /// Zoom of the window, in percent: 80 to 200.
    pub text_percent: u16,
    /// Whether the rail at the left is shown.
    pub rail: bool,
    /// Defaults of a new race.
    pub defaults: RaceDefaults,
    /// Daily spending cap in dollars: a race that could exceed it asks first; absent for no cap.
    pub cap_usd_per_day: Option<f64>,
    /// Retention of deleted runs in days: 1 to 365.
    pub keep_deleted_days: u16,
    /// Whether to show a system notification when a long run ends while the window is in the background.
    pub notify: bool,
    /// The user's shortcuts, such as `Mod+Shift+K`, by action.
    pub shortcuts: BTreeMap<String, String>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            times: TimeUnit::default(),
            numbers: NumberFormat::default(),
            text_percent: 100,
            rail: true,
            defaults: RaceDefaults::default(),
            cap_usd_per_day: None,
            keep_deleted_days: 30,
            notify: true,
            shortcuts: BTreeMap::new(),
        }
    }
}

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PreferenceProblem {
    /// The field in [`Preferences`]; for a shortcut, its action.
    pub field: String,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl Preferences {
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
            "The text size must lie between 80 and 200 percent.",
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
        problems.extend(self.shortcut_problems());
        problems
    }

    fn shortcut_problems(&self) -> Vec<PreferenceProblem> {
        let mut problems = Vec::new();
        let mut taken = BTreeSet::new();
        for (action, chord) in self.shortcuts.iter().take(MOST_SHORTCUTS) {
            if let Err(message) = check_chord(chord) {
                problems.push(PreferenceProblem { field: action.clone(), message });
            } else if !taken.insert(chord) {
                let message = format!("{chord} would do two things; give each its own keys.");
                problems.push(PreferenceProblem { field: action.clone(), message });
            }
        }
        if self.shortcuts.len() > MOST_SHORTCUTS {
            let message = format!("At most {MOST_SHORTCUTS} shortcuts can be changed.");
            problems.push(PreferenceProblem { field: "shortcuts".to_owned(), message });
        }
        problems
    }
}

/// Whether `chord` is valid and free: `Mod+`, `Shift+`, then a character or the name of a key.
fn check_chord(chord: &str) -> Result<(), String> {
    let bare = chord.strip_prefix("Mod+").unwrap_or(chord);
    let key = bare.strip_prefix("Shift+").unwrap_or(bare);
    let mut characters = key.chars();
    let is_character = matches!((characters.next(), characters.next()), (Some(one), None)
        if !one.is_whitespace() && !one.is_control() && !one.is_lowercase());
    if !is_character && !NAMED_KEYS.contains(&key) {
        return Err(format!(
            "{chord:?} is no shortcut: press Ctrl or Cmd, Shift or neither, and one more key."
        ));
    }
    if OF_TEXT_FIELDS.contains(&chord) {
        return Err(format!("{chord} edits text in every field; choose other keys."));
    }
    if cfg!(target_os = "macos") && OF_MACOS.contains(&chord) {
        return Err(format!("{chord} belongs to macOS; choose other keys."));
    }
    Ok(())
}

impl History {
    /// The user's preferences, with defaults for missing values and for values that this version cannot read because
    /// another one wrote them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn preferences(&self) -> Result<Preferences, HistoryError> {
        let kept: Option<Value> = self.setting(PREFERENCES, WHAT)?;
        Ok(kept.map(|kept| understood(&kept)).unwrap_or_default())
    }

    /// Saves the preferences.
    ///
    /// # Errors
    /// [`HistoryError::BadPreferences`] with all problems; otherwise if they cannot be written. Nothing is saved then.
    pub fn put_preferences(&self, preferences: &Preferences) -> Result<(), HistoryError> {
        let problems = preferences.problems();
        if !problems.is_empty() {
            return Err(HistoryError::BadPreferences { problems });
        }
        self.put_setting(PREFERENCES, WHAT, preferences)
    }
}

/// The defaults, overridden by each stored value that this version understands and allows.
fn understood(kept: &Value) -> Preferences {
    let mut whole = Preferences::default();
    for (name, value) in kept.as_object().into_iter().flatten() {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(&whole) else { continue };
        if !fields.contains_key(name) {
            continue;
        }
        fields.insert(name.clone(), value.clone());
        let with: Result<Preferences, _> = serde_json::from_value(Value::Object(fields));
        if let Ok(with) = with
            && with.problems().is_empty()
        {
            whole = with;
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut Preferences)) -> Vec<String> {
        let history = History::in_memory().unwrap();
        let mut preferences = Preferences::default();
        change(&mut preferences);
        match history.put_preferences(&preferences) {
            Err(HistoryError::BadPreferences { problems }) => {
                let kept = history.preferences().unwrap();
                assert_eq!(kept, Preferences::default(), "nothing of what is refused is kept");
                problems.into_iter().map(|problem| problem.field).collect()
            }
            other => panic!("was not refused: {other:?}"),
        }
    }

    #[test]
    fn what_is_preferred_is_kept_whole() {
        let history = History::in_memory().unwrap();
        assert_eq!(history.preferences().unwrap(), Preferences::default(), "the usual at first");
        let preferences = Preferences {
            theme: Theme::Dark,
            times: TimeUnit::Milliseconds,
            numbers: NumberFormat::SpaceComma,
            text_percent: 125,
            rail: false,
            cap_usd_per_day: Some(2.5),
            keep_deleted_days: 7,
            notify: false,
            defaults: RaceDefaults {
                max_tokens: None,
                temperature: Some(0.2),
                warmup: 1,
                repeat: 5,
            },
            shortcuts: [("race".to_owned(), "F5".to_owned())].into(),
        };
        history.put_preferences(&preferences).unwrap();
        assert_eq!(history.preferences().unwrap(), preferences, "what was kept");
    }

    #[test]
    fn what_is_out_of_range_is_refused_by_its_field() {
        assert_eq!(refused(|p| p.text_percent = 79), ["text_percent"], "too small to read");
        assert_eq!(refused(|p| p.text_percent = 201), ["text_percent"], "too large to fit");
        assert_eq!(refused(|p| p.defaults.max_tokens = Some(0)), ["max_tokens"], "no answer");
        assert_eq!(refused(|p| p.defaults.temperature = Some(2.1)), ["temperature"], "above 2");
        assert_eq!(refused(|p| p.defaults.temperature = Some(f64::NAN)), ["temperature"], "none");
        assert_eq!(refused(|p| p.defaults.repeat = 0), ["repeat"], "nothing measured");
        assert_eq!(refused(|p| p.defaults.warmup = 1_000), ["warmup"], "too many rounds");
        assert_eq!(refused(|p| p.cap_usd_per_day = Some(0.0)), ["cap_usd_per_day"], "no dollar");
        assert_eq!(refused(|p| p.keep_deleted_days = 0), ["keep_deleted_days"], "no undo");
    }

    #[test]
    fn a_chord_that_is_none_or_somebody_elses_is_refused() {
        let chord = |chord: &str| {
            let chord = chord.to_owned();
            refused(|p| {
                p.shortcuts.insert("race".to_owned(), chord);
            })
        };
        for none in ["", "Mod+", "Mod+Shift", "Alt+K", "Mod+k", "Ctrl+K", "Mod+Escape", "Tab"] {
            assert_eq!(chord(none), ["race"], "{none:?} cannot be pressed or must not be taken");
        }
        assert_eq!(chord("Mod+C"), ["race"], "copying stays copying");
        let twice = refused(|p| {
            p.shortcuts.insert("race".to_owned(), "F5".to_owned());
            p.shortcuts.insert("stopAll".to_owned(), "F5".to_owned());
        });
        assert_eq!(twice, ["stopAll"], "one chord does one thing");
    }

    #[test]
    fn a_value_that_another_version_wrote_costs_that_value_alone() {
        let history = History::in_memory().unwrap();
        let newer = serde_json::json!({
            "theme": "sepia", "text_percent": 150, "keep_deleted_days": 9_999, "tracks": true,
        });
        history.put_setting(PREFERENCES, WHAT, &newer).unwrap();
        let read = history.preferences().unwrap();
        let expected = Preferences { text_percent: 150, ..Preferences::default() };
        assert_eq!(read, expected, "what is understood holds, the rest is the usual");
    }
}
