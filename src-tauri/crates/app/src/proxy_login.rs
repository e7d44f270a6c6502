//! The login of the user's own proxies. It belongs to the addresses it was given for, as a key does: a data folder that
//! names another proxy does not give it away.

use keys::{KeyError, KeyOwner, Keys};
use providers::{Network, PROXY_LOGIN, Proxy};
use secrecy::SecretString;

/// The owner of the login for a proxy; `None` unless it is the user's own, since the system's has a login of its own.
pub fn proxy_login_owner(proxy: &Proxy) -> Option<KeyOwner> {
    match proxy {
        Proxy::Custom { url } => Some(KeyOwner::at(PROXY_LOGIN, url)),
        Proxy::System | Proxy::Direct => None,
    }
}

/// The owners of the login for each of the user's own proxies, once each.
pub fn proxy_login_owners(network: &Network) -> Vec<KeyOwner> {
    let mut owners = Vec::new();
    for proxy in std::iter::once(&network.proxy).chain(network.own.values()) {
        if let Some(owner) = proxy_login_owner(proxy).filter(|owner| !owners.contains(owner)) {
            owners.push(owner);
        }
    }
    owners
}

/// Keeps a login for every proxy of these settings. Returns whether there is one.
///
/// # Errors
/// If the keyring cannot be written.
pub fn keep_proxy_login(
    keys: &Keys,
    network: &Network,
    login: &SecretString,
) -> Result<bool, KeyError> {
    let owners = proxy_login_owners(network);
    for owner in &owners {
        keys.set(owner, login)?;
    }
    Ok(!owners.is_empty())
}

/// Forgets the login for every proxy of these settings and of earlier ones, and one that an earlier version kept for any proxy.
/// Returns whether there was one.
///
/// # Errors
/// If the keyring cannot be written.
pub fn forget_proxy_login(keys: &Keys, network: &Network) -> Result<bool, KeyError> {
    let mut was_there = keys.forget(&KeyOwner::anywhere(PROXY_LOGIN))?;
    for owner in proxy_login_owners(network).into_iter().chain(keys.owners(PROXY_LOGIN)?) {
        was_there |= keys.forget(&owner)?;
    }
    Ok(was_there)
}

/// Whether a login is kept for a proxy of these settings.
///
/// # Errors
/// If the keyring cannot be read.
pub fn has_proxy_login(keys: &Keys, network: &Network) -> Result<bool, KeyError> {
    for owner in proxy_login_owners(network) {
        if keys.has(&owner)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(url: &str) -> Network {
        Network { proxy: url.parse().unwrap(), ..Network::default() }.checked().unwrap()
    }

    #[test]
    fn the_login_of_a_proxy_belongs_to_the_proxy_it_was_given_for() {
        let keys = Keys::open();
        let (mine, other) = (through("http://box:3128"), through("http://thief.example:3128"));
        let login = SecretString::from("me:marker".to_owned());
        let owner = |network: &Network| proxy_login_owner(&network.proxy).unwrap();
        keys.set_for_session(&owner(&mine), &login).unwrap();
        assert!(keys.take(&owner(&mine)).unwrap().is_some(), "it is kept for that one");
        assert!(keys.take(&owner(&other)).ok().flatten().is_none(), "and for no other");
        keys.set_for_session(&KeyOwner::anywhere(PROXY_LOGIN), &login).unwrap();
        let taken = keys.take(&owner(&other)).ok().flatten();
        assert!(taken.is_none(), "which does not get what an earlier version kept either");
        assert_eq!(
            proxy_login_owners(&Network::default()),
            [],
            "without a proxy there is no login"
        );
    }
}
