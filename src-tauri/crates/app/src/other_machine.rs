//! Whether a path leads to another machine, told without a look at it.

/// Whether a path names another machine, or a device: on Windows whoever only looks for it tells that machine who is logged in here.
/// A path that begins with two separators of either kind is one, and so is one that begins as the system's own names do (`\??\`). The
/// rule is the same on every system, so that it can be tried on each; elsewhere nobody writes such paths.
pub fn leads_to_another_machine(path: &str) -> bool {
    let mut letters = path.trim_start().chars();
    let is_separator = |letter: char| matches!(letter, '/' | '\\');
    letters.next().is_some_and(is_separator)
        && letters.next().is_some_and(|second| is_separator(second) || second == '?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_machine_is_one_in_every_spelling_of_its_path() {
        for path in [
            r"\\host\share",
            "//host/share",
            r"\/host/share",
            r"/\host\share",
            r"//?/UNC/host/share",
            r"\\?\UNC\host\share",
            r"\\.\UNC\host\share",
            "//./UNC/host/share",
            r"\??\UNC\host\share",
            "/??/UNC/host/share",
            r" \\host\share",
            r"\\host@80\share",
            r"\\.\pipe\x",
        ] {
            assert!(leads_to_another_machine(path), "{path}");
        }
        for path in ["", "/", "/srv/me", r"C:\Data\me", "C:/Data/me", "a//b", r"a\\b", "?", "/a?"] {
            assert!(!leads_to_another_machine(path), "{path}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn what_the_system_takes_for_another_machine_is_one() {
        use std::path::{Component, Path, Prefix};
        for path in [
            "//host/share/x",
            r"\/host/share",
            r"/\host\share",
            "//./UNC/host/share",
            r"\\?\UNC\h\s",
        ] {
            let first = Path::new(path).components().next();
            let is_disk = matches!(first, Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::Disk(_)));
            assert!(!is_disk && leads_to_another_machine(path), "{path}");
        }
    }
}
