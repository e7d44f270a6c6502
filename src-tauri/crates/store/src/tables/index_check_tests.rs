use measure::Metric;

use crate::fixtures::{begun, finished};
use crate::history::History;
use crate::queries::points::Selection;

/// What no run says, as SQL writes it; the last is no text.
const ODD: [&str; 5] = ["-1", "4294967296", "NULL", "'odd'", "CAST(x'ff80c3' AS TEXT)"];

/// A valid history of two runs, the first of which is about to be damaged.
fn sound() -> History {
    let history = History::in_memory().unwrap();
    history.allow_orphans();
    for id in ["damaged", "other"] {
        let (run, recordings) = finished(id, 2);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    history
}

/// Runs a statement whatever the rules of the schema forbid, as a disk or another program would. Whether it changed
/// anything.
fn damage(history: &History, sql: &str) -> bool {
    let damaged = history.write(|connection| {
        connection.execute_batch("PRAGMA ignore_check_constraints = ON")?;
        let changed = connection.execute(sql, []);
        connection.execute_batch("PRAGMA ignore_check_constraints = OFF")?;
        Ok(changed.unwrap_or(0) > 0)
    });
    damaged.unwrap()
}

/// The names of a table's columns.
fn columns(history: &History, table: &str) -> Vec<String> {
    let names = history.read(|connection| {
        let mut names = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
        Ok(names.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?)
    });
    names.unwrap()
}

/// Checks that a damaged entry costs its own run alone, is found, and is repaired.
fn must_cost_only_itself(history: &History, sql: &str) {
    let compared = history.compared(&Selection::default(), Metric::TtftMs);
    let compared = compared.unwrap_or_else(|error| panic!("{sql}: nothing is compared: {error}"));
    let others = compared.iter().filter(|request| request.run == "other").count();
    assert_eq!(others, 4, "{sql}: the other run is compared");
    let spend = history.spend(0.0);
    assert!(spend.is_ok(), "{sql}: what was spent is known: {spend:?}");
    let found = history.find("ttft<1s", None, 10);
    assert!(found.is_ok(), "{sql}: the rest is found: {found:?}");
    let listed = history.list(0, 10);
    assert!(listed.is_ok(), "{sql}: the rest is listed: {listed:?}");

    // A repair verifies the history before and after it.
    let repair = history.repair().unwrap();
    assert_eq!(repair.indexed, ["damaged"], "{sql}: it is found, and in no other run");
    assert_eq!(repair.left, Vec::<String>::new(), "{sql}: it is repaired");
    let compared = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
    assert_eq!(compared.len(), 8, "{sql}: both runs are compared again");
}

/// Damages each column of the damaged run's first row of a table in every odd way that the file takes; how many there were.
fn damage_each_column(table: &str) -> usize {
    // Said of the run, not computed from it.
    const OWN: [&str; 3] = ["imported", "kept_because", "computed"];
    let of_run = "(SELECT key FROM overview WHERE run_id = 'damaged')";
    let row = match table {
        "overview" => "run_id = 'damaged'".to_owned(),
        "entrants" => format!("run = {of_run} AND lane = 0"),
        _ => format!("run = {of_run} AND lane = 0 AND round = 0"),
    };
    let history = sound();
    let mut damaged = 0;
    for column in columns(&history, table) {
        // One way is enough for the numbers, which are all read alike.
        let is_number = Metric::ALL.iter().any(|metric| metric.id() == column);
        let ways = if is_number { 1 } else { ODD.len() };
        for odd in ODD.iter().take(ways).filter(|_| !OWN.contains(&column.as_str())) {
            let sql = format!(
                "UPDATE {table} SET {column} = {odd} WHERE {row} AND {column} IS NOT {odd}"
            );
            // What was damaged was repaired, so that the next finds the history as sound as at first.
            if damage(&history, &sql) {
                damaged += 1;
                must_cost_only_itself(&history, &sql);
            }
        }
    }
    damaged
}

#[test]
fn an_entry_of_a_run_that_cannot_be_costs_that_run_alone_is_found_and_is_repaired() {
    let damaged = damage_each_column("overview");
    assert!(damaged > 40, "the file takes {damaged} of them");
}

#[test]
fn an_entry_of_a_lane_that_cannot_be_costs_its_run_alone_is_found_and_is_repaired() {
    let damaged = damage_each_column("entrants");
    assert!(damaged > 25, "the file takes {damaged} of them");
}

#[test]
fn an_entry_of_a_request_that_cannot_be_costs_its_run_alone_is_found_and_is_repaired() {
    let damaged = damage_each_column("numbers");
    assert!(damaged > 40, "the file takes {damaged} of them");
}

#[test]
fn what_is_left_out_of_a_comparison_is_counted_and_named() {
    let history = sound();
    let sql = "UPDATE numbers SET status = 'odd'
               WHERE run = (SELECT key FROM overview WHERE run_id = 'damaged') AND lane = 0";
    assert!(damage(&history, sql), "its rows are damaged");
    let compared = history.compared(&Selection::default(), Metric::TtftMs).unwrap();
    assert_eq!(compared.len(), 6, "the rest is compared");
    let notices = history.notices();
    assert!(
        matches!(&*notices, [told] if told.starts_with("2 requests are left out")
            && told.contains("run damaged") && told.contains("history repair")),
        "{notices:?}"
    );
}

#[test]
fn a_missing_entry_is_found_and_put_back() {
    for table in ["overview", "entrants", "numbers"] {
        let history = sound();
        let key = if table == "overview" { "key" } else { "run" };
        let sql = format!(
            "DELETE FROM {table} WHERE {key} = (SELECT key FROM overview WHERE run_id = 'damaged')"
        );
        assert!(damage(&history, &sql), "{sql}");
        must_cost_only_itself(&history, &sql);
    }
}

#[test]
fn an_entry_of_a_run_that_is_not_there_is_removed() {
    let history = sound();
    let entry = "INSERT INTO overview (key, run_id, deleted, state, kind, started_at, started_s, simulated, def_version,
                     prompt_hash, providers, models, statuses)
                 SELECT 1, 'ghost', 0, state, kind, started_at, started_s, simulated, def_version, prompt_hash, providers,
                     models, statuses FROM overview WHERE run_id = 'other'";
    assert!(damage(&history, entry), "it was added");
    let repair = history.repair().unwrap();
    assert_eq!((repair.removed, repair.left), (1, Vec::new()), "nothing else knew of it");
}

#[test]
fn what_the_list_says_of_a_run_and_its_lanes_is_held_against_the_run_and_repaired() {
    for (table, change, named) in [
        ("runs", "started_at = '2020-01-01T00:00:00Z'", "started_at"),
        ("runs", "prompt = 'Another prompt'", "prompt"),
        ("runs", "simulated = 1 - simulated", "simulated"),
        ("lanes", "place = 7", "place"),
        ("lanes", "label = 'Another provider'", "provider"),
        ("lanes", "model = 'another'", "model"),
        ("lanes", "simulated = 1 - simulated", "simulated"),
        ("lanes", "status = 'error_stream'", "status"),
        ("lanes", "ttft_ms = 1.5", "ttft_ms"),
        ("lanes", "decode_tps = 9000.0", "decode_tps"),
        ("lanes", "cost_usd = 0.001", "cost_usd"),
        ("lanes", "first = 1 - first", "first"),
        ("lanes", "fastest = 1 - fastest", "fastest"),
        ("lane_numbers", "numbers = '{\"ttft_ms\":1.5}'", "numbers"),
    ] {
        let history = sound();
        let own =
            if table == "runs" { "id = 'damaged'" } else { "run_id = 'damaged' AND lane = 0" };
        let sql = format!("UPDATE {table} SET {change} WHERE {own}");
        assert!(damage(&history, &sql), "{sql}");
        let findings = history.verify().unwrap().findings;
        let [finding] = findings.as_slice() else { panic!("{sql}: one finding: {findings:?}") };
        assert!(finding.what.contains(named), "{sql}: it says what: {finding:?}");
        must_cost_only_itself(&history, &sql);
    }
    let history = sound();
    let sql = "UPDATE lanes SET status = 'no status' WHERE run_id = 'damaged'";
    assert!(damage(&history, sql), "a word that is none");
    must_cost_only_itself(&history, sql);
}
