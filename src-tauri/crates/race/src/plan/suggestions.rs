//! Suggestions for a model that a provider does not know, which is usually mistyped or renamed.

use std::collections::BTreeSet;

use cost::Prices;
use providers::{Fault, FaultClass, Provider, SafeText};

/// Minimum Jaro–Winkler similarity, 0 to 1.
const ALIKE: f64 = 0.85;
/// Maximum number of suggestions.
const MOST: usize = 3;

/// Models of `provider` with names similar to `model`, most similar first: from its latest list or, without one, from
/// the suggested models and the price book. Empty if `model` is one of them.
pub(crate) fn nearest(model: &str, provider: &Provider, prices: &Prices) -> Vec<SafeText> {
    let prefix = provider.price_prefix.as_deref();
    let priced = prefix.into_iter().flat_map(|prefix| prices.book().models(prefix));
    // The provider's own list is more reliable than other sources.
    let known: BTreeSet<&str> = if provider.listed.is_empty() {
        provider.models.iter().map(String::as_str).chain(priced).collect()
    } else {
        provider.listed.iter().map(SafeText::as_str).collect()
    };
    if known.contains(model) {
        return Vec::new();
    }
    let asked = model.to_lowercase();
    let mut alike: Vec<(f64, &str)> = known
        .into_iter()
        .map(|name| (likeness(&asked, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let alike: Vec<SafeText> =
        alike.into_iter().take(MOST).map(|(_, name)| SafeText::without(name, None)).collect();
    // Deployments have names chosen by the user, which need not resemble their models': any of them is a better
    // guess.
    if alike.is_empty() && provider.lists_deployments() {
        return provider.listed.iter().take(MOST).cloned().collect();
    }
    alike
}

/// Adds the models that may have been meant to a failure about an unknown model.
pub(crate) fn suggest(fault: &mut Fault, nearest: &[SafeText]) {
    let told = match fault.root() {
        FaultClass::ModelNotFound => nearest_names,
        FaultClass::NoSuchDeployment => known_there,
        _ => return,
    };
    fault.nearest = nearest.to_vec();
    if !nearest.is_empty() {
        let names = nearest.iter().map(|name| format!("`{name}`")).collect();
        *fault = fault.clone().also_advising(told(names));
    }
}

measure::phrases! {
    fn nearest_names(names: Vec<String>) = "advice.nearest_names", "Nearest names: {names}.";
    fn known_there(names: Vec<String>) = "advice.known_there", "Known there: {names}.";
}

/// Similarity of two names, with or without the owner before the last slash, which people often omit.
fn likeness(a: &str, b: &str) -> f64 {
    fn tail(name: &str) -> &str {
        name.rsplit('/').next().unwrap_or(name)
    }
    strsim::jaro_winkler(a, b).max(strsim::jaro_winkler(tail(a), tail(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groq() -> Provider {
        providers::provider("groq").expect("in the catalogue").clone()
    }

    #[test]
    fn a_slip_of_the_pen_finds_the_name_that_was_meant() {
        let mut listing = groq();
        listing.listed = [
            "openai/gpt-oss-120b",
            "openai/gpt-oss-20b",
            "llama-3.3-70b-versatile",
            "qwen/qwen3.8-27b",
            "whisper-large-v3",
        ]
        .map(SafeText::from)
        .to_vec();
        for (slip, meant) in [
            ("gpt-oss-120b", "openai/gpt-oss-120b"),
            ("openai/gtp-oss-120b", "openai/gpt-oss-120b"),
            ("Llama-3.3-70B", "llama-3.3-70b-versatile"),
            ("qwen3.8-27b-instruct", "qwen/qwen3.8-27b"),
        ] {
            let found = nearest(slip, &listing, &Prices::default());
            assert_eq!(
                found.first().map(SafeText::as_str),
                Some(meant),
                "`{slip}` means it: {found:?}"
            );
            assert!(found.len() <= MOST, "a few names are help, a list is none: {found:?}");
        }
    }

    #[test]
    fn every_row_that_names_a_place_in_the_price_book_has_models_there() {
        let prices = Prices::default();
        for row in providers::catalogue() {
            let Some(prefix) = row.price_prefix.as_deref() else { continue };
            let is_there = prices.book().models(prefix).next().is_some();
            assert!(is_there, "`{}`: the book has nothing under `{prefix}`", row.id);
        }
    }

    #[test]
    fn what_the_provider_lists_outweighs_what_others_say_of_it() {
        let mut listing = groq();
        listing.listed = vec!["openai/gpt-oss-200b".into()];
        let found = nearest("openai/gpt-oss-120b", &listing, &Prices::default());
        assert_eq!(found, ["openai/gpt-oss-200b"], "the book is older than the list");
    }

    #[test]
    fn any_deployment_that_is_listed_is_a_better_guess_than_a_model() {
        let mut azure = providers::provider("azure").expect("in the catalogue").clone();
        azure.listed = ["blue", "green"].map(SafeText::from).to_vec();
        let found = nearest("gpt-6-luna", &azure, &Prices::default());
        assert_eq!(found, ["blue", "green"], "although neither is like it");
        let mut fault = Fault::new(FaultClass::NoSuchDeployment, "HTTP 404");
        suggest(&mut fault, &found);
        assert_eq!(fault.nearest, found, "each can be raced by a button");
        assert!(fault.advice.ends_with("Known there: `blue` and `green`."), "{}", fault.advice);
        let mut other = Fault::new(FaultClass::Throttled, "HTTP 429");
        suggest(&mut other, &found);
        assert_eq!(other.nearest, [""; 0], "another name would not help with that");
    }

    #[test]
    fn a_name_like_none_and_a_name_that_is_known_find_nothing() {
        for model in ["my-own-finetune", "openai/gpt-oss-120b"] {
            assert_eq!(nearest(model, &groq(), &Prices::default()), [""; 0], "{model}");
        }
    }
}
