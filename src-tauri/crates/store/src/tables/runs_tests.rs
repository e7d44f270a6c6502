use race::{RunState, Status};

use super::{COUNT, PAGE};
use crate::error::HistoryError;
use crate::fixtures::{TTFT_MS, begun, finished};
use crate::history::History;

fn keep(history: &History, id: &str, rounds: usize) -> race::Run {
    let (run, recordings) = finished(id, rounds);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    run
}

fn age_deletions(history: &History, days: u32) {
    history
        .write(|connection| {
            connection.execute("UPDATE runs SET deleted_at = deleted_at - ?1 * 86400", [days])?;
            Ok(())
        })
        .unwrap();
}

fn rows(history: &History, table: &str) -> u32 {
    let sql = format!("SELECT count(*) FROM {table}");
    history.read(|connection| Ok(connection.query_row(&sql, [], |row| row.get(0))?)).unwrap()
}

#[test]
fn the_list_shows_the_newest_first_a_page_at_a_time() {
    let history = History::in_memory().unwrap();
    for id in ["0001", "0003", "0002", "0005", "0004"] {
        keep(&history, id, 1);
    }
    let ids = |offset, limit| -> Vec<String> {
        let page = history.list(offset, limit).unwrap();
        assert_eq!(page.total, 5, "every page says how many there are in all");
        page.runs.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(0, 2), ["0005", "0004"], "the newest come first");
    assert_eq!(ids(2, 2), ["0003", "0002"], "the next page goes on where the first ended");
    assert_eq!(ids(4, 2), ["0001"], "the last page is shorter");
    assert_eq!(ids(5, 2), Vec::<String>::new(), "after the last there is nothing");
}

#[test]
fn a_row_of_the_list_says_what_each_lane_came_to() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = finished("run", 3);
    run.plan.prompt = "\u{1f3c1}".repeat(500);
    run.lanes[0].samples[0].cost_usd = Some(0.25);
    run.lanes[0].samples[1].cost_usd = Some(0.75);
    run.lanes[0].samples[2].cost_usd = None;
    run.lanes[1].samples[1].status = Status::Throttled;
    run.lanes[1].samples[1].speed.ttft_ms = Some(9_000.0);
    history.begin(&begun(&run)).unwrap();
    let live = history.list(0, 1).unwrap().runs.remove(0);
    assert_eq!(live.lanes[0].status, None, "what is under way has not ended in any way");
    assert_eq!(live.lanes[0].ttft_ms, None, "unknown is absent");
    history.finish(&run, &recordings).unwrap();

    let row = history.list(0, 1).unwrap().runs.remove(0);
    assert_eq!(row.prompt.chars().count(), 200, "a long prompt is cut between characters");
    assert_eq!(row.state, RunState::Finished, "it says how far the run came");
    assert_eq!(row.started_at, run.started_at, "the start is that of the finished run");
    let [first, second] = row.lanes.as_slice() else { panic!("two lanes ran: {row:?}") };
    assert_eq!((first.place, second.place), (1, 2), "places are those of the plan");
    assert_eq!(first.model, "small", "lanes keep their order");
    assert_eq!(first.status, Some(Status::Ok), "all samples were fine");
    assert_eq!(first.ttft_ms, Some(TTFT_MS), "three times the same is that");
    assert_eq!(first.cost_usd, Some(0.5), "the median leaves out what is unknown");
    assert_eq!(second.status, Some(Status::Throttled), "a failure is not hidden by successes");
    assert_eq!(second.ttft_ms, Some(TTFT_MS), "a failed sample does not enter a median");
}

#[test]
fn a_lane_that_only_failed_shows_what_it_measured() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = finished("run", 1);
    run.lanes[0].samples[0].status = Status::Cancelled;
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let lane = history.list(0, 1).unwrap().runs.remove(0).lanes.remove(0);
    assert_eq!(lane.status, Some(Status::Cancelled), "it did not finish");
    assert_eq!(lane.ttft_ms, Some(TTFT_MS), "a cancelled lane keeps what it measured");
}

#[test]
fn a_deleted_run_is_out_of_sight_and_can_be_restored() {
    let history = History::in_memory().unwrap();
    let run = keep(&history, "run", 2);
    history.delete("run").unwrap();
    assert_eq!(history.list(0, 10).unwrap().total, 0, "it is not in the list");
    assert!(
        matches!(history.run("run"), Err(HistoryError::NoSuchRun { .. })),
        "it cannot be opened"
    );
    assert!(
        matches!(history.recording("run", 0, 0), Err(HistoryError::NoSuchRecording { .. })),
        "nor can its raw logs"
    );
    assert!(
        matches!(history.delete("run"), Err(HistoryError::NoSuchRun { .. })),
        "it cannot be deleted twice, which would prolong its stay"
    );
    history.restore("run").unwrap();
    assert_eq!(history.run("run").unwrap(), run, "undo brings back the whole of it");
    assert!(
        matches!(history.restore("run"), Err(HistoryError::NoSuchRun { .. })),
        "what is not deleted cannot be restored"
    );
}

#[test]
fn a_purge_removes_deleted_runs_past_the_retention_with_all_that_belongs_to_them() {
    let history = History::in_memory().unwrap();
    keep(&history, "gone", 2);
    let kept = keep(&history, "kept", 2);
    history.delete("gone").unwrap();
    age_deletions(&history, 29);
    history.purge(30).unwrap();
    history.restore("gone").expect("it can be restored on the 29th day");
    history.delete("gone").unwrap();
    age_deletions(&history, 31);
    history.purge(30).unwrap();
    assert!(
        matches!(history.restore("gone"), Err(HistoryError::NoSuchRun { .. })),
        "it is gone for good on the 31st day"
    );
    assert_eq!(history.run("kept").unwrap(), kept, "what was not deleted stays");
    for (table, left) in [("runs", 1), ("lanes", 2), ("samples", 4), ("recordings", 4)] {
        assert_eq!(rows(&history, table), left, "nothing of a purged run is left in {table}");
    }
}

#[test]
fn a_page_costs_the_same_however_long_the_history_is() {
    let history = History::in_memory().unwrap();
    let plan = |sql: &str| -> String {
        let sql = format!("EXPLAIN QUERY PLAN {}", sql.replace("?1", "50").replace("?2", "99950"));
        history
            .read(|connection| {
                let mut steps = connection.prepare(&sql)?;
                let steps = steps.query_map([], |row| row.get::<_, String>(3))?;
                Ok(steps.collect::<Result<Vec<_>, _>>()?.join("; "))
            })
            .unwrap()
    };
    let page = plan(PAGE);
    assert!(
        page.contains("SEARCH runs USING INDEX runs_newest (deleted_at=?)"),
        "rows come in order from the index: {page}"
    );
    assert!(!page.contains("TEMP B-TREE"), "nothing is sorted: {page}");
    let count = plan(COUNT);
    assert!(count.contains("COVERING INDEX"), "counting touches no run: {count}");
}
