//! The TypeScript bindings of the commands.

use std::collections::BTreeMap;

use tauri_specta::{Builder, collect_commands};

use crate::commands;

/// A constant with sorted names, so that a field that it gains moves no other line.
fn sorted<T: serde::Serialize + ?Sized>(constant: &T) -> serde_json::Value {
    let mut value = serde_json::to_value(constant).unwrap_or_default();
    value.sort_all_objects();
    value
}

/// Everything that the engine says, by its id, with the names of its values: what a language has to translate.
fn phrases() -> BTreeMap<String, Vec<&'static str>> {
    let templates = templates()
        .map(|one| (one.id.to_owned(), one.values.iter().map(|(name, _)| *name).collect()));
    let warnings = measure::Warning::ALL.into_iter().flat_map(|warning| {
        ["tag", "advice"].map(|text| format!("warning.{}.{text}", warning.id()))
    });
    let numbers = measure::definitions().flat_map(|known| {
        let texts = ["name", "short", "formula"].into_iter();
        let texts = texts.chain((!known.absent.is_empty()).then_some("absent"));
        texts.map(|text| format!("metric.{}.{text}", known.id))
    });
    let bands = measure::definitions().flat_map(|known| known.bands);
    let bands = bands.map(|band| format!("feels.{}", band.feels));
    let words = warnings.chain(numbers).chain(bands);
    templates.chain(words.map(|id| (id, Vec::new()))).collect()
}

/// What checks are called, by id, in English: the window names a check by it before any answer.
fn check_titles() -> BTreeMap<&'static str, &'static str> {
    checks::TITLES.iter().copied().flatten().map(|one| (one.id, one.english)).collect()
}

/// The templates of every crate.
fn templates() -> impl Iterator<Item = &'static measure::Template> {
    let crates = [
        &[measure::PHRASES, measure::FIRST_USE_PHRASES, measure::LEVEL_EVENT_PHRASES] as &[_],
        checks::PHRASES,
        compare::PHRASES,
        providers::PHRASES,
        race::PHRASES,
        app::PHRASES,
    ];
    crates.into_iter().flatten().copied().flatten()
}

/// Every command that the UI may call.
#[expect(clippy::too_many_lines, reason = "a list with a line for each command and type")]
pub(crate) fn commands() -> Builder<tauri::Wry> {
    Builder::new()
        // Rust only serialises these types, so one TypeScript type for each is enough.
        .disable_serde_phases()
        // Constants of the engine, so that the window need not request them at startup.
        .constant("metrics", sorted(measure::METRICS.as_slice()))
        .constant("levelNumbers", sorted(measure::LEVEL_DEFINITIONS.as_slice()))
        .constant("warnings", sorted(&measure::Warning::catalogue()))
        .constant("phrases", phrases())
        .constant("checkTitles", check_titles())
        .constant("dialects", sorted(&providers::Dialect::definitions()))
        .constant("MEDIAN_FROM", measure::MEDIAN_FROM)
        .constant("VERDICT_FROM", measure::VERDICT_FROM)
        .constant("TIE", measure::TIE)
        .constant("TEXT_SLOTS", crate::held::TEXT_SLOTS)
        .commands(collect_commands![
            commands::startup,
            commands::last_plan,
            commands::providers,
            commands::list_models,
            commands::set_key,
            commands::forget_key,
            commands::keys::recognise_key,
            commands::keys::key_variables,
            commands::keys::copy_key,
            commands::keys::open_console,
            commands::models::find_models,
            commands::local::discover_local,
            commands::local::keep_local_server,
            commands::set_address,
            commands::save_endpoint,
            commands::remove_endpoint,
            commands::prices::prices,
            commands::prices::set_price,
            commands::prices::forget_price,
            commands::prices::fetch_prices,
            commands::prices::read_prices,
            commands::prices::restore_shipped_prices,
            commands::network::network,
            commands::network::set_network,
            commands::network::set_proxy_login,
            commands::network::forget_proxy_login,
            commands::own_commands::allowed_commands,
            commands::own_commands::forget_command,
            commands::playback::playback,
            commands::playback::medals,
            commands::playback::rounds,
            commands::shelf::shelf,
            commands::shelf::save_prompt,
            commands::shelf::forget_prompt,
            commands::shelf::save_line_up,
            commands::shelf::forget_line_up,
            commands::shelf::fill,
            commands::calibration::calibration,
            commands::calibration::calibrate,
            commands::pictures::save_picture,
            commands::preferences::preferences,
            commands::preferences::set_preferences,
            commands::preferences::spent_today,
            commands::preferences::allow_over_cap,
            commands::upkeep::data_folder,
            commands::upkeep::reveal_data_folder,
            commands::upkeep::verify_history,
            commands::upkeep::repair_history,
            commands::upkeep::restart,
            commands::upkeep::redefinition,
            commands::upkeep::found_damage,
            commands::upkeep::back_up_history,
            commands::upkeep::move_data_folder,
            commands::doctor::doctor,
            commands::doctor::problem_report,
            commands::doctor::save_problem_report,
            commands::doctor::frame_rate,
            commands::links::follow_links,
            commands::links::open_link,
            commands::compare::compare,
            commands::requests::read_request,
            commands::requests::keep_request_key,
            commands::requests::read_prompt_set,
            commands::requests::drop_read_request,
            commands::requests::read_attachment,
            commands::requests::shown_request,
            commands::requests::hold_texts,
            commands::preflight,
            commands::save_plan,
            commands::start_race,
            commands::stop_lane,
            commands::judging::judge_forecast,
            commands::judging::judge_run,
            commands::sweeps::workloads,
            commands::sweeps::suite_row,
            commands::sweeps::plan_sweep,
            commands::sweeps::start_sweep,
            commands::sweeps::resume_sweep,
            commands::sweeps::pause_sweep,
            commands::sweeps::open_sweep,
            commands::stop_race,
            commands::list_runs,
            commands::open_run,
            commands::delete_run,
            commands::restore_run,
            commands::archive::find_runs,
            commands::archive::search_language,
            commands::archive::run_marks,
            commands::archive::tags,
            commands::archive::star_runs,
            commands::archive::hide_runs,
            commands::archive::tag_runs,
            commands::archive::note_run,
            commands::archive::vote_answer,
            commands::archive::delete_runs,
            commands::archive::restore_runs,
            commands::archive::export_runs,
            commands::archive::show_in_folder,
            commands::archive::import_runs,
            commands::archive::spend,
            commands::watches::watches,
            commands::watches::watch_shown,
            commands::watches::add_watch,
            commands::watches::pause_watch,
            commands::watches::remove_watch,
            commands::watches::take_turn,
            commands::watches::stop_turn,
            commands::watches::set_watch_desktop,
            commands::watches::follow_watches,
            commands::watches::save_watch_page,
        ])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::{env, fs};

    const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/src/backend/bindings.ts");
    const PERMISSIONS: &str = include_str!("../permissions/commands.toml");
    const CAPABILITY: &str = include_str!("../capabilities/main.json");

    #[test]
    fn the_window_may_call_exactly_the_commands_that_there_are() {
        let bindings = fresh();
        let is_name = |name: &String| name.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
        let called: BTreeSet<String> = bindings
            .split("__TAURI_INVOKE")
            .filter_map(|rest| Some(rest.split_once("(\"")?.1.split_once('"')?.0.to_owned()))
            .filter(is_name)
            .collect();
        let granted: BTreeSet<String> = PERMISSIONS
            .lines()
            .filter_map(|line| Some(line.strip_prefix("  \"")?.strip_suffix("\",")?.to_owned()))
            .collect();
        assert!(called.len() > 60, "the bindings were read: {called:?}");
        let missing: Vec<_> = called.difference(&granted).collect();
        let superfluous: Vec<_> = granted.difference(&called).collect();
        assert!(
            missing.is_empty() && superfluous.is_empty(),
            "src-tauri/permissions/commands.toml lacks {missing:?}, and names {superfluous:?}, which there is not"
        );
        assert!(!CAPABILITY.contains("core:"), "and nothing of Tauri's own: {CAPABILITY}");
    }

    #[test]
    fn every_phrase_has_its_own_id_and_its_english_names_its_values() {
        let mut ids = BTreeSet::new();
        for template in super::templates() {
            assert!(ids.insert(template.id), "{} is the id of two phrases", template.id);
            assert_eq!(template.problems(), Vec::<String>::new(), "{}", template.english);
        }
        assert!(ids.len() > 20, "all crates are read: {ids:?}");
        assert!(
            super::phrases().len() > ids.len() + 300,
            "and the catalogues of numbers and warnings"
        );
    }

    /// The bindings of the current commands.
    fn fresh() -> String {
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let file = env::temp_dir().join(format!("bindings-{process}-{thread:?}.ts"));
        super::commands()
            .export(specta_typescript::Typescript::default(), &file)
            .expect("every type has a TypeScript shape");
        let fresh = fs::read_to_string(&file).expect("just written");
        fs::remove_file(file).expect("it is ours");
        fresh
    }

    #[test]
    fn bindings_are_current() {
        let fresh = fresh();
        if env::var_os("UPDATE_BINDINGS").is_some() {
            fs::write(COMMITTED, &fresh).expect("the checkout is writable");
        }
        let committed = fs::read_to_string(COMMITTED).unwrap_or_default();
        assert!(committed == fresh, "{COMMITTED} is stale; run `./dev bindings`");
    }
}
