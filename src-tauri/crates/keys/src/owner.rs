//! The owner of a key, and where the key may be sent.

/// The owner of a key: a provider's account and the origin that the key may be sent to. A key given for one origin is
/// never found for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyOwner {
    id: String,
    /// Absent for a secret that has no origin of its own, such as the proxy's login.
    origin: Option<String>,
    is_home: bool,
}

impl KeyOwner {
    /// The account at an origin chosen by the user.
    pub fn at(id: &str, origin: &str) -> Self {
        Self { id: id.to_owned(), origin: Some(origin.to_owned()), is_home: false }
    }

    /// The account at the catalogue's own address. A key kept by a version without origins is taken over for it.
    pub fn at_home(id: &str, origin: &str) -> Self {
        Self { is_home: true, ..Self::at(id, origin) }
    }

    /// A secret without an origin: the proxy's login, a key given for one start, or one kept by an earlier version.
    pub fn anywhere(id: &str) -> Self {
        Self { id: id.to_owned(), origin: None, is_home: false }
    }

    /// The account's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The origin, such as `https://api.openai.com`.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// The user name of its entry in the keyring, such as `openai@https://api.openai.com`.
    pub(crate) fn entry(&self) -> String {
        match &self.origin {
            Some(origin) => format!("{}@{origin}", self.id),
            None => self.id.clone(),
        }
    }

    /// The user name under which an earlier version kept it, if that may be taken over.
    pub(crate) fn earlier_entry(&self) -> Option<&str> {
        self.is_home.then_some(&*self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_names_the_origin_and_only_home_takes_over_what_an_earlier_version_kept() {
        let home = KeyOwner::at_home("openai", "https://api.openai.com");
        assert_eq!(home.entry(), "openai@https://api.openai.com", "id and origin");
        assert_eq!(home.earlier_entry(), Some("openai"), "the catalogue's own address is known");
        let moved = KeyOwner::at("openai", "https://evil.example");
        assert_ne!(moved.entry(), home.entry(), "another origin has another key");
        assert_eq!(moved.earlier_entry(), None, "and gets none that was kept for no origin");
        assert_eq!(KeyOwner::anywhere("proxy").entry(), "proxy", "a login has a name alone");
    }
}
