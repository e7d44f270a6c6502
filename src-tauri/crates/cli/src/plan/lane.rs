//! The syntax of a lane on the command line.
//!
//! `PROVIDER/MODEL` names a row of the catalogue or one of the user's endpoints; `DIALECT@BASE_URL#MODEL` names any
//! other address. The part before the first `/` distinguishes the two: only a dialect is followed by `@` there, and a
//! model may contain any number of slashes, `@` and `#`.

use providers::Dialect;
use race::LanePlan;

/// Parses a lane. The plan's check verifies that the provider exists and the address is usable.
///
/// # Errors
/// What is wrong and how to write it. The address is never repeated, because it could contain a password.
pub(crate) fn parse(text: &str) -> Result<LanePlan, String> {
    let text = text.trim();
    let head = text.split('/').next().unwrap_or_default();
    match (head.split_once('@'), text.split_once('/')) {
        (Some((dialect, _)), _) => {
            custom(dialect, text.get(dialect.len() + 1..).unwrap_or_default())
        }
        (None, Some((provider, model))) => listed(provider.trim(), model.trim()),
        (None, None) if text.is_empty() => {
            Err("A lane is empty. Write PROVIDER/MODEL, or DIALECT@BASE_URL#MODEL.".to_owned())
        }
        (None, None) => Err(format!("`{text}` names no model. Write {text}/MODEL.")),
    }
}

fn custom(dialect: &str, rest: &str) -> Result<LanePlan, String> {
    if !dialect.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
        // Text before an `@` that is not a possible dialect name may be a user name and a password.
        return Err("The text before a lane's `@` is not a dialect. Write DIALECT@BASE_URL#MODEL."
            .to_owned());
    }
    let dialect: Dialect = dialect.parse().map_err(|error| format!("In a lane, {error}."))?;
    let name = dialect.name();
    let (base_url, model) = rest.split_once('#').ok_or_else(|| {
        format!("A lane at an address of your own names no model. Write {name}@BASE_URL#MODEL.")
    })?;
    if base_url.trim().is_empty() {
        return Err(format!("A lane names no address. Write {name}@BASE_URL#MODEL."));
    }
    if model.trim().is_empty() {
        return Err(format!("A lane's model is empty. Write {name}@BASE_URL#MODEL."));
    }
    Ok(LanePlan {
        provider: "custom".to_owned(),
        model: model.trim().to_owned(),
        dialect: Some(dialect),
        base_url: Some(base_url.trim().to_owned()),
        ..LanePlan::default()
    })
}

fn listed(provider: &str, model: &str) -> Result<LanePlan, String> {
    if provider.ends_with(':') {
        return Err(format!(
            "An address needs its dialect in front and its model behind: {}@BASE_URL#MODEL.",
            Dialect::default().name()
        ));
    }
    if provider == "custom" {
        return Err("A custom lane needs its address. Write DIALECT@BASE_URL#MODEL.".to_owned());
    }
    if provider.is_empty() {
        return Err("A lane names no provider. Write PROVIDER/MODEL.".to_owned());
    }
    if model.is_empty() {
        return Err(format!("`{provider}/` names no model. Write {provider}/MODEL."));
    }
    Ok(LanePlan { provider: provider.to_owned(), model: model.to_owned(), ..LanePlan::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_lane_is_a_provider_and_everything_after_the_first_slash() {
        for (text, provider, model) in [
            ("openai/gpt-5-mini", "openai", "gpt-5-mini"),
            ("groq/openai/gpt-oss-120b", "groq", "openai/gpt-oss-120b"),
            ("together/meta-llama/Llama@2#x", "together", "meta-llama/Llama@2#x"),
            (
                "simulated/scripted?ttft=50ms&fault=reset@50%",
                "simulated",
                "scripted?ttft=50ms&fault=reset@50%",
            ),
            (" my-box/llama \n", "my-box", "llama"),
        ] {
            let lane = parse(text).expect(text);
            assert_eq!(
                (lane.provider.as_str(), lane.model.as_str()),
                (provider, model),
                "`{text}` is cut at its first slash and nowhere else"
            );
            assert_eq!(
                (lane.dialect, lane.base_url),
                (None, None),
                "a listed provider has its own address"
            );
        }
    }

    #[test]
    fn a_custom_lane_is_a_dialect_an_address_and_everything_after_the_first_hash() {
        for (text, base_url, model) in [
            ("openai-chat@http://127.0.0.1:8000/v1#llama", "http://127.0.0.1:8000/v1", "llama"),
            ("openai-chat@https://api.example.com#a/b#c@d", "https://api.example.com", "a/b#c@d"),
            ("openai-chat@localhost:8000#m", "localhost:8000", "m"),
        ] {
            let lane = parse(text).expect(text);
            assert_eq!(lane.provider, "custom", "`{text}` is the user's own address");
            assert_eq!(lane.dialect, Some(Dialect::OpenaiChat), "`{text}` names its dialect");
            assert_eq!(
                (lane.base_url.as_deref(), lane.model.as_str()),
                (Some(base_url), model),
                "`{text}` is cut at its first hash"
            );
        }
    }

    #[test]
    fn a_lane_that_says_too_little_is_refused_with_how_to_write_it() {
        for (text, says) in [
            ("", "PROVIDER/MODEL"),
            ("groq", "groq/MODEL"),
            ("groq/ ", "groq/MODEL"),
            ("/model", "no provider"),
            ("custom/model", "DIALECT@BASE_URL#MODEL"),
            ("openai-chat@http://127.0.0.1:8000/v1", "names no model"),
            ("openai-chat@http://127.0.0.1:8000/v1#", "model is empty"),
            ("openai-chat@#m", "no address"),
            ("soap@http://127.0.0.1/v1#m", "no dialect `soap`"),
            ("http://127.0.0.1:8000/v1#m", "needs its dialect"),
        ] {
            let refusal = parse(text).expect_err(text);
            assert!(refusal.contains(says), "`{text}` is refused with help: {refusal}");
        }
    }

    #[test]
    fn a_refusal_repeats_no_password() {
        for text in [
            "https://user:marker@example.com/v1#m",
            "user:marker@example.com/v1#m",
            "openai-chat@https://user:marker@example.com/v1",
            "openai-chat@https://user:marker@example.com/v1#",
        ] {
            let refusal = parse(text).expect_err(text);
            assert!(!refusal.contains("marker"), "the refusal repeats it: {refusal}");
        }
    }
}
