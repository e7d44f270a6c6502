//! One window per data folder. A second start with the same folder raises the first window and passes on its link; two
//! folders are two instances, each with its own name in the system.

use std::path::{Path, PathBuf};

/// The app's name in the system for `data_dir`: its own name for the default folder, otherwise one derived from the
/// folder's path.
pub(crate) fn name(identifier: &str, data_dir: &Path) -> String {
    let folder = resolved(data_dir);
    if app::default_dir().is_some_and(|usual| resolved(&usual) == folder) {
        return identifier.to_owned();
    }
    format!("{identifier}.at{:016x}", fnv1a(folder.as_os_str().as_encoded_bytes()))
}

/// The canonical path of a folder, even if it does not exist yet.
fn resolved(folder: &Path) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = folder.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match there {
        Some((above, whole)) => match folder.strip_prefix(above) {
            Ok(rest) if !rest.as_os_str().is_empty() => whole.join(rest),
            _ => whole,
        },
        None => folder,
    }
}

/// FNV-1a is stable across builds, unlike the standard library's hashes.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_is_a_separate_instance_by_any_path() {
        let here = std::env::temp_dir();
        let one = name("dev.paceline", &here.join("one"));
        assert_eq!(one, name("dev.paceline", &here.join(".").join("one")), "one folder, one name");
        assert_ne!(one, name("dev.paceline", &here.join("two")), "two folders, two names");
        assert!(one.starts_with("dev.paceline.at"), "{one}");
    }

    #[test]
    fn the_usual_folder_has_the_usual_name() {
        if let Some(usual) = app::default_dir() {
            assert_eq!(
                name("dev.paceline", &usual),
                "dev.paceline",
                "named or not, it is the same"
            );
        }
    }
}
