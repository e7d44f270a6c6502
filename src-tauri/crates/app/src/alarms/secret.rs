//! The address of a webhook. Whoever has it may write where it leads, so it is kept as keys are: in the keyring, for its origin, or in
//! an environment variable that is named.

use keys::{KeyError, KeyOwner, Keys};
use providers::webhook_origin;
use secrecy::SecretString;
use store::{Alarm, AlarmTarget};

use crate::keyring_words::of_keyring;

/// The owner of the address in the keyring; `None` of an alarm that has none there.
pub(crate) fn owner(alarm: &Alarm) -> Option<KeyOwner> {
    match &alarm.task.target {
        AlarmTarget::Webhook { origin, variable: None, .. } => {
            Some(KeyOwner::at(&format!("alarm-{}", alarm.id), origin))
        }
        AlarmTarget::Webhook { variable: Some(_), .. }
        | AlarmTarget::Command { .. }
        | AlarmTarget::Desktop => None,
    }
}

/// Keeps the address of a webhook in the keyring; nothing of an alarm that has none there.
///
/// # Errors
/// If the keyring cannot be written.
pub fn keep_webhook(keys: &Keys, alarm: &Alarm, address: &SecretString) -> Result<(), KeyError> {
    match owner(alarm) {
        Some(owner) => keys.set(&owner, address).map(|_| ()),
        None => Ok(()),
    }
}

/// Forgets the address of an alarm. Returns whether there was one.
///
/// # Errors
/// If the keyring is locked or fails.
pub fn forget_webhook(keys: &Keys, alarm: &Alarm) -> Result<bool, KeyError> {
    owner(alarm).map_or(Ok(false), |owner| keys.forget(&owner))
}

/// The address to which an alarm tells.
///
/// # Errors
/// Why there is none, in a sentence.
pub(crate) fn address(
    keys: &Keys,
    alarm: &Alarm,
    (origin, variable): (&str, Option<&str>),
) -> Result<SecretString, String> {
    let address = match (variable, owner(alarm)) {
        (Some(name), _) => std::env::var(name)
            .ok()
            .filter(|address| !address.trim().is_empty())
            .map(SecretString::from)
            .ok_or_else(|| format!("The variable {name} is not set."))?,
        (None, Some(owner)) => match keys.take(&owner) {
            Ok(Some(address)) => address,
            Ok(None) => return Err("Its address is not in the keyring any more.".to_owned()),
            Err(error) => {
                return Err(format!("Its address cannot be read. {}", of_keyring(&error)));
            }
        },
        (None, None) => return Err("It has no address.".to_owned()),
    };
    let found = webhook_origin(&address)?;
    if found == origin {
        return Ok(address);
    }
    Err(format!("Its address leads to {found}, and the alarm was made for {origin}."))
}

#[cfg(test)]
mod tests {
    use store::{AlarmTask, WebhookFormat};

    use super::*;

    fn secret(text: &str) -> SecretString {
        SecretString::from(text.to_owned())
    }

    #[test]
    fn an_address_that_leads_elsewhere_is_not_used() {
        let keys = Keys::open();
        let origin = "https://hooks.slack.com".to_owned();
        let target = AlarmTarget::Webhook { format: WebhookFormat::Slack, origin, variable: None };
        let task = AlarmTask { target, quiet: None };
        let alarm = Alarm { id: "a".into(), watch: "w".into(), created_s: 0, task };
        let place = ("https://hooks.slack.com", None);
        keys.set_for_session(&owner(&alarm).unwrap(), &secret("https://thief.example/x")).unwrap();
        let said = address(&keys, &alarm, place).unwrap_err();
        assert!(said.contains("leads to https://thief.example"), "{said}");
        let own = secret("https://hooks.slack.com/services/x");
        keys.set_for_session(&owner(&alarm).unwrap(), &own).unwrap();
        assert!(address(&keys, &alarm, place).is_ok());
        let unset = ("https://hooks.slack.com", Some("PACELINE_NO_SUCH_VARIABLE"));
        let said = address(&keys, &alarm, unset).unwrap_err();
        assert!(said.contains("PACELINE_NO_SUCH_VARIABLE is not set"), "{said}");
    }
}
