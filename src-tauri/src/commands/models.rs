//! Models wherever they are served.

use std::collections::HashSet;

use cost::Prices;
use providers::{Provider, SafeText};

use super::{Answer, AppState, blocking};
use crate::views::{FoundModel, ModelFacts};

/// Maximum number of models of one provider in an answer, and of all together.
const MOST_PER_PROVIDER: usize = 20;
const MOST: usize = 400;
/// Maximum length of a search, in bytes, and maximum number of words.
const LONGEST_SEARCH: usize = 200;

/// Every model whose name, together with its provider's, contains all the words: suggested ones, listed ones, and those
/// in the price book. No provider is asked.
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_models(app: AppState<'_>, words: String) -> Answer<Vec<FoundModel>> {
    blocking(&app, move |app| Ok(found(&words, app.roster()?.rows(), &app.history.prices()?))).await
}

fn found(words: &str, rows: &[Provider], prices: &Prices) -> Vec<FoundModel> {
    let words = words.to_lowercase();
    let wanted: Vec<&str> = words.split_whitespace().collect();
    if wanted.is_empty() || words.len() > LONGEST_SEARCH {
        return Vec::new();
    }
    rows.iter().flat_map(|row| models_of(row, &wanted, prices)).take(MOST).collect()
}

fn models_of(row: &Provider, wanted: &[&str], prices: &Prices) -> Vec<FoundModel> {
    let prefix = row.price_prefix.as_deref().unwrap_or("");
    let of_book = prices.book().models(prefix).filter(|_| !prefix.is_empty());
    let listed = row.listed.iter().map(SafeText::as_str);
    let own = row.models.iter().map(String::as_str).chain(listed);
    let owner = format!("{} {}", row.id, row.label).to_lowercase();
    let (mut names, mut seen) = (Vec::new(), HashSet::new());
    for model in own.chain(of_book) {
        let name = model.to_lowercase();
        let is_meant = wanted.iter().all(|word| name.contains(word) || owner.contains(word));
        // The provider's name alone would match every one of its models.
        let is_named = wanted.iter().any(|word| name.contains(word));
        if is_meant && is_named && seen.insert(model) {
            names.push(model);
        }
    }
    // The shortest name is the model itself; longer ones are its dated and special editions.
    names.sort_by_key(|name| name.len());
    let found = names.into_iter().take(MOST_PER_PROVIDER).map(|model| FoundModel {
        provider: row.id.clone(),
        model: model.to_owned(),
        deprecated: race::last_day(row, prices.book(), model).map(str::to_owned),
        facts: ModelFacts::of(row, model, prices),
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn providers_of(words: &str) -> Vec<String> {
        let mut ids: Vec<String> = found(words, providers::catalogue(), &Prices::default())
            .into_iter()
            .map(|model| model.provider)
            .collect();
        ids.dedup();
        ids
    }

    #[test]
    fn a_model_is_found_at_every_provider_that_is_known_to_have_it() {
        let ids = providers_of("gpt-4.1");
        for id in ["openai", "azure"] {
            assert!(ids.iter().any(|found| found == id), "{id} has it: {ids:?}");
        }
        assert_eq!(providers_of("openai gpt-4.1").first().map(String::as_str), Some("openai"));
        assert!(providers_of("no-such-model-anywhere").is_empty(), "and nowhere else");
    }

    #[test]
    fn the_model_itself_stands_before_its_editions_with_what_is_known_of_it() {
        let all = found("gpt-4.1", providers::catalogue(), &Prices::default());
        let first = all.iter().find(|model| model.provider == "openai").expect("OpenAI has it");
        assert_eq!(first.model, "gpt-4.1", "not one of its dated editions");
        assert!(first.facts.price.is_some(), "its price is in the book");
        assert!(first.facts.context_tokens.is_some_and(|tokens| tokens > 100_000), "its length");
    }

    #[test]
    fn an_empty_or_endless_search_finds_nothing_and_a_broad_one_is_bounded() {
        let find = |words: &str| found(words, providers::catalogue(), &Prices::default()).len();
        assert_eq!(find("  "), 0, "nothing was asked");
        assert_eq!(find(&"x ".repeat(1_000)), 0, "nobody types that");
        assert!(find("e") <= MOST, "bounded");
    }
}
