//! HTML's named characters, as far as they stand for a letter, digit or sign that a key may have, for a blank, or for
//! nothing that is seen: `&hyphen;`, `&lowbar;`, `&kscr;`, `&nbsp;`, `&shy;`.

use std::sync::LazyLock;

/// Length of the longest name, `DiacriticalDoubleAcute`.
pub(super) const LONGEST_NAME: usize = 22;

/// Each name with its character, in order. From the list in the HTML standard, which no longer changes.
static NAMES: LazyLock<Vec<(&'static [u8], u32)>> = LazyLock::new(|| {
    let mut words = include_str!("entities.txt").split_whitespace();
    let mut names = Vec::new();
    while let (Some(name), Some(number)) = (words.next(), words.next()) {
        names.extend(u32::from_str_radix(number, 16).map(|number| (name.as_bytes(), number)));
    }
    names
});

/// Whether a name begins like this.
pub(super) fn is_begin(of_name: &[u8]) -> bool {
    let at = NAMES.partition_point(|(name, _)| *name < of_name);
    NAMES.get(at).is_some_and(|(name, _)| name.starts_with(of_name))
}

/// The character of this name.
pub(super) fn character(name: &[u8]) -> Option<u32> {
    let at = NAMES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    NAMES.get(at).map(|(_, number)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_the_list_is_in_order() {
        assert!(NAMES.is_sorted_by_key(|(name, _)| *name), "it is searched by halves");
        let longest = NAMES.iter().map(|(name, _)| name.len()).max();
        assert_eq!(longest, Some(LONGEST_NAME), "what is held is as long as the longest");
        for (name, number) in NAMES.iter() {
            assert_eq!(character(name), Some(*number), "{}", String::from_utf8_lossy(name));
            assert!(is_begin(name.get(..1).unwrap()), "{}", String::from_utf8_lossy(name));
        }
        for (name, letter) in [("hyphen", '\u{2010}'), ("lowbar", '_'), ("kscr", '\u{1d4c0}')] {
            assert_eq!(character(name.as_bytes()), Some(letter.into()), "{name}");
        }
        assert!(!is_begin(b"key") && character(b"hyp").is_none(), "and no other");
    }
}
