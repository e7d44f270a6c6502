//! The origins for which an account's keys are in the keyring. Not every system lets the names of its entries be listed, so an
//! entry beside the keys names them; there is no secret in it. Without it, a key at an address that was left could not be found
//! again, neither to be shown nor to be forgotten.

/// The most that every system's keyring takes is 1,280 characters, which is Windows'.
const LONGEST: usize = 1_200;

/// The user name of the entry that holds them. No origin is called so.
pub(crate) fn entry(id: &str) -> String {
    format!("{id}@origins")
}

/// The origins that an entry holds.
pub(crate) fn read(kept: &str) -> Vec<String> {
    kept.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The entry for these origins; `None` if no keyring could take so many.
pub(crate) fn written(origins: &[String]) -> Option<String> {
    let kept = origins.join("\n");
    (kept.len() <= LONGEST).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_too_many_are_refused() {
        let origins = ["https://a.example", "http://10.0.0.7:8000"].map(str::to_owned).to_vec();
        let kept = written(&origins).expect("two are few");
        assert_eq!(read(&kept), origins, "the same ones");
        assert_eq!(read(""), Vec::<String>::new(), "none");
        let many: Vec<String> = (0..100).map(|at| format!("https://{at}.example")).collect();
        assert_eq!(written(&many), None, "Windows would refuse the entry");
    }
}
