//! The rows of the catalogue.

use super::*;

#[test]
fn every_row_of_the_catalogue_reads_and_is_usable() {
    let rows = Rows {
        provider: FILES
            .iter()
            .flat_map(|(kind, text)| {
                let rows: Result<Rows, _> = toml::from_str(text);
                rows.unwrap_or_else(|error| panic!("{kind:?}: {error}")).provider
            })
            .collect(),
    };
    let mut ids = std::collections::HashSet::new();
    for row in &rows.provider {
        assert!(ids.insert(&row.id), "`{}` stands twice", row.id);
        assert_ne!(row.id, crate::PROXY_LOGIN, "the name is taken among the keys");
        if let Some(example) = &row.base_url_example {
            assert_eq!(row.base_url, "", "`{}` has an address or an example of one", row.id);
            assert!(checked_base_url(example).is_ok(), "`{}` shows how one looks", row.id);
        } else if row.id != "custom" {
            let checked = checked_base_url(&row.base_url).expect("every row has an address");
            assert_eq!(checked, row.base_url, "`{}` is stored in its checked form", row.id);
            assert_eq!(
                row.route.needs_leave(&row.base_url),
                None,
                "`{}` is asked over TLS, or is on the user's own network",
                row.id
            );
        }
        assert!(
            row.checked.is_some() && row.source.is_some(),
            "`{}` says when it was checked, and against what",
            row.id
        );
        if row.key == KeyNeed::Required {
            assert!(
                row.key_url.is_some() && !row.key_variables.is_empty(),
                "`{}` says where keys come from",
                row.id
            );
            assert!(!row.models.is_empty(), "`{}` suggests a model", row.id);
        }
        assert!(
            row.key_prefixes_source.is_none() || !row.key_prefixes.is_empty(),
            "`{}` says where the prefixes of its keys come from, and has none",
            row.id
        );
        for name in row.headers.keys() {
            let carries = ["auth", "key", "token", "cookie", "secret"];
            let name = name.to_ascii_lowercase();
            assert!(
                !carries.iter().any(|word| name.contains(word)),
                "`{}` has `{name}` as data, and keys are no data",
                row.id
            );
        }
        let days = row.retires.values().chain(&row.checked);
        let days = days.chain(row.families.iter().filter_map(|family| family.retires.as_ref()));
        for day in days {
            let form: String =
                day.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
            assert_eq!(form, "0000-00-00", "`{}`: a day is written YYYY-MM-DD", row.id);
        }
        let lists =
            row.families.iter().map(|family| &family.facts.efforts).chain([&row.facts.efforts]);
        for efforts in lists.flatten() {
            assert!(!efforts.is_empty() && efforts.is_sorted(), "`{}`: efforts rise", row.id);
        }
        if let Some(other) = row.families_of.as_ref() {
            let known = rows.provider.iter().any(|row| row.id == *other);
            assert!(known, "`{}` shares the families of a row that is there", row.id);
        }
        if let Some(other) = &row.key_of {
            let known = rows.provider.iter().any(|row| row.id == *other);
            assert!(known, "`{}` shares the key of a row that is there", row.id);
        }
    }
}

#[test]
fn a_variable_holds_the_key_of_one_account() {
    let mut accounts = std::collections::BTreeMap::new();
    for row in catalogue() {
        for variable in &row.key_variables {
            let account = accounts.entry(variable).or_insert_with(|| row.key_id());
            assert_eq!(*account, row.key_id(), "{variable} cannot be two accounts' key");
        }
    }
}

#[test]
fn no_model_is_suggested_that_is_about_to_be_shut_down() {
    for row in catalogue() {
        for model in &row.models {
            let last = row.retires(model).unwrap_or("9999-12-31");
            let soon = "2027-02-20";
            assert!(last > soon, "`{}` suggests {model}, which ends on {last}", row.id);
        }
    }
}

#[test]
fn a_row_that_was_moved_does_not_take_the_key_of_another_along() {
    let responses = provider("openai-responses").expect("in the catalogue");
    assert_eq!(responses.key_id(), "openai", "one account, one key");
    let moved = responses.at("https://gateway.example.com/v1").expect("an address");
    assert_eq!(moved.key_id(), "openai-responses", "OpenAI's key stays with OpenAI");
}

#[test]
fn every_field_of_a_row_is_a_documented_one() {
    let documented: Vec<&str> = include_str!("fields.md")
        .split([' ', '\n', ';', ',', '`'])
        .filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        .collect();
    for (kind, text) in FILES {
        let rows: toml::Table = toml::from_str(text).expect("it reads");
        let rows = rows["provider"].as_array().expect("a list");
        for row in rows.iter().filter_map(toml::Value::as_table) {
            let families = row.get("families").and_then(toml::Value::as_array);
            let families = families.into_iter().flatten().filter_map(toml::Value::as_table);
            for field in row.keys().chain(families.flat_map(toml::Table::keys)) {
                let id = &row["id"];
                let is_field = documented.contains(&field.as_str());
                let is_special = ["simulated"].contains(&field.as_str());
                assert!(
                    is_field || is_special,
                    "{kind:?}: {id:?} has `{field}`, which nobody reads"
                );
            }
        }
    }
}

#[test]
fn a_segment_of_the_address_can_stand_in_a_header() {
    let row = provider("claude-aws").expect("in the catalogue");
    for (address, root, workspace) in [
        ("https://a.example/wrkspc_1", "https://a.example", Some("wrkspc_1")),
        ("https://a.example", "https://a.example", None),
        ("https://a.example/x/wrkspc_1", "https://a.example/x", Some("wrkspc_1")),
    ] {
        let row = row.at(address).expect("an address");
        let header = row.own_headers().find(|(name, _)| *name == "anthropic-workspace-id");
        assert_eq!(row.root(), root, "{address}: where requests go");
        assert_eq!(header.map(|(_, value)| value), workspace, "{address}: for whom");
    }
    let plain = provider("groq").expect("in the catalogue");
    assert_eq!(plain.root(), plain.base_url, "elsewhere the address is all of it");
}
