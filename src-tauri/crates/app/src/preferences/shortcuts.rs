//! The user's own keyboard shortcuts: which chords are valid and free.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::PreferenceProblem;

/// Maximum number of shortcuts.
const MOST_SHORTCUTS: usize = 200;
/// Chords of every text field, which must not be overridden by accident.
const OF_TEXT_FIELDS: &[&str] = &["Mod+A", "Mod+C", "Mod+V", "Mod+X", "Mod+Z", "Mod+Shift+Z"];
/// Chords that macOS reserves in every app: hide, minimise, quit.
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

/// The problems of shortcuts, given as chord by action.
pub(super) fn problems(shortcuts: &BTreeMap<String, String>) -> Vec<PreferenceProblem> {
    let mut problems = Vec::new();
    let mut taken = BTreeSet::new();
    for (action, chord) in shortcuts.iter().take(MOST_SHORTCUTS) {
        if let Err(message) = check_chord(chord) {
            problems.push(PreferenceProblem { field: action.clone(), message });
        } else if !taken.insert(chord) {
            let message = format!("{chord} would do two things; give each its own keys.");
            problems.push(PreferenceProblem { field: action.clone(), message });
        }
    }
    if shortcuts.len() > MOST_SHORTCUTS {
        let message = format!("At most {MOST_SHORTCUTS} shortcuts can be changed.");
        problems.push(PreferenceProblem { field: "shortcuts".to_owned(), message });
    }
    problems
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
            "{chord:?} is not a shortcut: press Ctrl or Cmd, Shift or neither, and one more key."
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(shortcuts: &[(&str, &str)]) -> Vec<String> {
        let of = |(action, chord): &(&str, &str)| ((*action).to_owned(), (*chord).to_owned());
        let problems = problems(&shortcuts.iter().map(of).collect());
        problems.into_iter().map(|problem| problem.field).collect()
    }

    #[test]
    fn a_chord_that_is_invalid_reserved_or_used_twice_is_refused() {
        for chord in ["", "Mod+", "Mod+Shift", "Alt+K", "Mod+k", "Ctrl+K", "Mod+Escape", "Tab"] {
            assert_eq!(fields(&[("race", chord)]), ["race"], "{chord:?} is not a chord");
        }
        assert_eq!(fields(&[("race", "Mod+C")]), ["race"], "it copies text in every field");
        let twice = [("race", "F5"), ("stopAll", "F5")];
        assert_eq!(fields(&twice), ["stopAll"], "one chord does one thing");
        let free = [("race", "F5"), ("stopAll", "Mod+Shift+K")];
        assert_eq!(fields(&free), Vec::<String>::new(), "valid and free");
    }
}
