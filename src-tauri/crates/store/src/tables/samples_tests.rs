use race::{Level, Load, Plan, Run, RunKind};

use super::*;
use crate::fixtures::{begun, end, finished, run, sample, stream};
use crate::history::History;
use crate::older_files::SAMPLES_BACK;

/// Stores a sweep's level of this many requests, whose numbers take about 1,200 bytes each, like those of a
/// real server.
fn keep_level(history: &History, requests: u32) {
    let load = Load { concurrency: vec![1], samples: requests, waves: None, ..Load::default() };
    let planned = run("long");
    let plan = Plan { load: Some(load), ..planned.plan.clone() };
    let mut sweep = Run { kind: RunKind::Sweep, plan, ..planned };
    history.begin(&sweep).unwrap();
    let mut recording = stream(&["Short waves ", "scatter."]);
    end(&mut recording);
    let mut long = sample(&sweep, 0, &recording);
    long.ticks_ms = (1..=24).map(|tick| f64::from(tick) / 7.0).collect();
    let size = serde_json::to_string(&long).unwrap().len();
    assert!((1_100..2_000).contains(&size), "as large as they are: {size}");
    let level = Level {
        concurrency: Some(1),
        measured: requests,
        samples: vec![long; requests as usize],
        ..Level::default()
    };
    let logs = vec![recording; requests as usize];
    sweep.lanes[0].levels.push(level.clone());
    history.keep_level(&sweep, 0, &level, &logs, &(0..1)).unwrap();
}

fn size(history: &History) -> u32 {
    let pages = |connection: &Connection| {
        Ok(connection.query_row(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
            [],
            |row| row.get(0),
        )?)
    };
    history.read(pages).unwrap()
}

#[test]
fn the_numbers_of_a_request_take_no_page_of_their_own() {
    let history = History::in_memory().unwrap();
    let empty = size(&history);
    keep_level(&history, 200);
    let each = (size(&history) - empty) / 200;
    assert!(each < 3_000, "a page is 4,096 bytes, and a request takes less: {each}");
}

#[test]
fn numbers_are_read_where_an_older_app_left_them_and_moved_once() {
    let history = History::in_memory().unwrap();
    let (was, logs) = finished("run", 2);
    history.begin(&begun(&was)).unwrap();
    history.finish(&was, &logs).unwrap();
    history.write(|connection| Ok(connection.execute_batch(SAMPLES_BACK)?)).unwrap();
    assert_eq!(history.run("run").unwrap(), was, "they are read where they are");
    let places = |connection: &Connection| {
        Ok(connection.query_row(
            "SELECT sum(s.document <> ''), sum(r.sample IS NOT NULL)
             FROM samples s JOIN recordings r USING (run_id, lane, round)",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    };
    assert_eq!(history.read(places).unwrap(), (4, 0), "as an older app has them");
    for _ in 0..2 {
        history.write(|connection| relocate(connection, "run")).unwrap();
        assert_eq!(history.read(places).unwrap(), (0, 4), "each is in one place");
        assert_eq!(history.run("run").unwrap(), was, "and is what it was");
    }
}
