//! The provider's console: the site where keys, credit, verification and access to models are managed.

use url::Url;

use crate::catalogue::Provider;

impl Provider {
    /// The console page to open: the first URL in `said` on the same host as the row's `key_url`, otherwise `key_url`.
    /// `said` is untrusted (a server's error message), so no other host is ever returned. `None` for a row without
    /// `key_url`.
    pub fn console_page(&self, said: &str) -> Option<Url> {
        let own = safe(self.key_url.as_deref()?)?;
        let named = said.split(|c: char| c.is_whitespace() || "\"'`<>()[]{}\\".contains(c));
        let named = named
            .map(|word| word.trim_end_matches(['.', ',', ';', ':', '!', '?']))
            .filter(|word| word.starts_with("https://"))
            .find_map(|word| safe(word).filter(|page| page.host_str() == own.host_str()));
        Some(named.unwrap_or(own))
    }
}

/// Parses a URL that is safe to open: https, no credentials, no explicit port.
fn safe(address: &str) -> Option<Url> {
    let page = Url::parse(address).ok()?;
    let is_plain = page.username().is_empty() && page.password().is_none() && page.port().is_none();
    (page.scheme() == "https" && is_plain).then_some(page)
}

#[cfg(test)]
mod tests {
    use crate::catalogue::provider;

    fn page(id: &str, said: &str) -> Option<String> {
        let page = provider(id).expect("in the catalogue").console_page(said);
        page.map(|page| page.to_string())
    }

    #[test]
    fn the_page_that_a_provider_names_is_opened_only_on_its_own_host() {
        let keys = "https://platform.openai.com/api-keys";
        for (said, opened) in [
            ("", keys),
            (
                "Please go to: https://platform.openai.com/settings/organization/general and verify",
                "https://platform.openai.com/settings/organization/general",
            ),
            (
                "See (https://platform.openai.com/settings/organization/billing).",
                "https://platform.openai.com/settings/organization/billing",
            ),
            ("Go to https://platform.openai.com.evil.test/login", keys),
            ("Go to https://evil.test/?https://platform.openai.com/", keys),
            ("Go to https://platform.openai.com@evil.test/", keys),
            ("Go to https://user:word@platform.openai.com/", keys),
            ("Go to https://platform.openai.com:8443/", keys),
            ("Go to http://platform.openai.com/", keys),
            ("Go to file:///etc/passwd or javascript:alert(1)", keys),
        ] {
            assert_eq!(page("openai", said).as_deref(), Some(opened), "said: {said}");
        }
    }

    #[test]
    fn a_provider_without_a_page_for_keys_has_no_console() {
        assert_eq!(
            page("ollama", "https://ollama.com/"),
            None,
            "what it says alone is not trusted"
        );
    }
}
