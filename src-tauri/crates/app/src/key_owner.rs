//! Whose key a provider uses, and where it may be sent.
//!
//! **Invariant:** a key is sent only to the origin it was given for. An address that moves, for whatever reason, has no
//! key until the user gives one for it.

use keys::{KeyError, KeyOwner, Keys, StoredKey};
use providers::{Provider, Roster};

/// The owner of the key that a provider uses at its present address.
pub fn key_owner(provider: &Provider) -> KeyOwner {
    let id = provider.key_id();
    if !is_at_home(provider) {
        return KeyOwner::at(id, &provider.origin());
    }
    // Rows of one account may have different hosts; the catalogue vouches for them.
    let home = providers::provider(id).map_or_else(|| provider.origin(), Provider::origin);
    if provider.is_local() { KeyOwner::at(id, &home) } else { KeyOwner::at_home(id, &home) }
}

/// Whether its requests go to the catalogue's own address.
pub fn is_at_home(provider: &Provider) -> bool {
    let row = providers::provider(&provider.id);
    row.is_some_and(|row| !row.base_url.is_empty() && row.origin() == provider.origin())
}

/// Gives the provider at its new address the key it had at its previous address, at the catalogue's address, or in an
/// earlier version, and leaves none at the previous one unless that is the catalogue's. Call it only if the user asked for it.
///
/// # Errors
/// If the keyring fails.
pub fn take_key_along(
    keys: &Keys,
    before: &Provider,
    now: &Provider,
) -> Result<Option<StoredKey>, KeyError> {
    let home = providers::provider(&now.id).map(key_owner);
    let earlier = KeyOwner::anywhere(now.key_id());
    let left = key_owner(before);
    for owner in [Some(&left), home.as_ref(), Some(&earlier)].into_iter().flatten() {
        if let Some(key) = keys.take(owner)? {
            let kept = keys.set(&key_owner(now), &key)?;
            // The catalogue's own address keeps its key, for the way back. Any other would keep one that nobody lists.
            if left != key_owner(now) && home.as_ref() != Some(&left) {
                keys.forget(&left)?;
            }
            return Ok(Some(kept));
        }
    }
    Ok(None)
}

/// Forgets a provider's keys: at its present address, at the catalogue's, and at every one that was left. Returns whether there
/// was one.
///
/// # Errors
/// If the keyring is locked or fails.
pub fn forget_key(keys: &Keys, provider: &Provider) -> Result<bool, KeyError> {
    // First, because it unlocks a locked keyring, or fails.
    let mut was_there = keys.forget(&key_owner(provider))?;
    for owner in left_owners(keys, provider)? {
        was_there |= keys.forget(&owner)?;
    }
    Ok(was_there)
}

/// The owners of the keys that a provider has at other addresses than its present one: the catalogue's, and those that were left
/// without taking the key along. There may be no key any more.
///
/// # Errors
/// If an unlocked keyring fails.
pub fn left_owners(keys: &Keys, provider: &Provider) -> Result<Vec<KeyOwner>, KeyError> {
    let present = key_owner(provider);
    let home = providers::provider(&provider.id).filter(|_| !is_at_home(provider)).map(key_owner);
    let mut left: Vec<KeyOwner> = home.into_iter().collect();
    // At the catalogue's address it may share the key of an account; moved, it has its own.
    let mut ids = vec![provider.key_id()];
    if provider.key_id() != provider.id {
        ids.push(&provider.id);
    }
    for id in ids {
        left.extend(keys.owners(id)?);
    }
    let place = |owner: &KeyOwner| (owner.id().to_owned(), owner.origin().map(str::to_owned));
    let mut seen = vec![place(&present)];
    left.retain(|owner| {
        let is_new = !seen.contains(&place(owner));
        seen.push(place(owner));
        is_new
    });
    Ok(left)
}

/// Whether the address of a found server may become a provider's address. Any process on this machine can answer like a
/// known server, so only an address of this machine is kept, and never in place of one that has a key.
///
/// # Errors
/// Why not, in a sentence.
pub fn may_keep_local(
    keys: &Keys,
    roster: &Roster,
    id: &str,
    base_url: &str,
) -> Result<(), String> {
    let row = roster.rows().iter().find(|row| row.id == id);
    let row = row.ok_or_else(|| format!("There is no provider `{id}`."))?;
    let found = row.at(base_url).map_err(|error| format!("{error}."))?;
    if !found.is_local() {
        return Err(format!("{base_url} is not on this machine, so it is not kept as found."));
    }
    let is_moved = found.origin() != row.origin();
    if is_moved && matches!(keys.has(&key_owner(row)), Ok(Some(_))) {
        return Err(format!(
            "{} stays at {}, because it has a key there. Change its address yourself if {base_url} is right.",
            row.label, row.base_url
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str) -> Provider {
        providers::provider(id).expect("a row of the catalogue").clone()
    }

    #[test]
    fn a_key_belongs_to_the_address_it_was_given_for() {
        let home = row("openai");
        assert_eq!(key_owner(&home), KeyOwner::at_home("openai", "https://api.openai.com"), "home");
        let moved = home.at("https://evil.example/v1").expect("an address");
        assert_eq!(key_owner(&moved), KeyOwner::at("openai", "https://evil.example"), "elsewhere");
        let plain = home.at("http://api.openai.com/v1").expect("an address");
        assert_ne!(key_owner(&plain), key_owner(&home), "in the clear is elsewhere");
        let port = home.at("https://api.openai.com:8443/v1").expect("an address");
        assert_ne!(key_owner(&port), key_owner(&home), "another port is elsewhere");
        let path = home.at("https://api.openai.com/v2").expect("an address");
        assert_eq!(key_owner(&path), key_owner(&home), "another path is not");
    }

    #[test]
    fn every_row_of_an_account_has_the_accounts_key_at_its_own_address_and_no_other() {
        for row in providers::catalogue().iter().filter(|row| row.key_of.is_some()) {
            let account = providers::provider(row.key_id()).expect("a row");
            assert_eq!(key_owner(row).id(), account.id, "{}", row.id);
            if is_at_home(row) && is_at_home(account) {
                assert_eq!(key_owner(row), key_owner(account), "{} is one account", row.id);
            }
        }
        let moved = row("openai-responses").at("https://evil.example/v1").expect("an address");
        assert_eq!(key_owner(&moved).id(), "openai-responses", "moved, it has a key of its own");
    }

    #[test]
    fn what_was_found_is_kept_only_on_this_machine_and_never_in_place_of_an_address_with_a_key() {
        let keys = Keys::open();
        let at = |url: &str| {
            let addresses = [("vllm".to_owned(), url.to_owned())].into();
            Roster::new(Vec::new(), &addresses)
        };
        let free = at("http://127.0.0.1:9000/v1");
        let found = "http://127.0.0.1:8000/v1";
        assert_eq!(may_keep_local(&keys, &free, "vllm", found), Ok(()), "nothing is lost by it");
        for far in ["http://192.168.0.9:8000/v1", "https://evil.example/v1", "http://a.local/v1"] {
            assert!(may_keep_local(&keys, &free, "vllm", far).is_err(), "{far} is not here");
        }
        let team = at("https://vllm.corp.example/v1");
        let owner = KeyOwner::at("vllm", "https://vllm.corp.example");
        keys.set_for_session(&owner, &"sk-teams-own-key".to_owned().into()).expect("in memory");
        let refusal = may_keep_local(&keys, &team, "vllm", found).expect_err("it has a key");
        assert!(refusal.contains("vllm.corp.example"), "it says which: {refusal}");
    }

    #[test]
    fn a_row_on_this_machine_takes_over_no_key_that_was_kept_for_no_origin() {
        for row in providers::catalogue().iter().filter(|row| row.is_local()) {
            assert_eq!(key_owner(row), KeyOwner::at(row.key_id(), &row.origin()), "{}", row.id);
        }
    }
}
