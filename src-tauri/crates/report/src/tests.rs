//! Exports of real runs, and what an import restores from them.

mod chains;
mod edits;
mod imports;
mod judged;
mod lanes;
mod pages;
mod raw_logs;
mod right;

use race::{Lane, Level, Load, MeasurementConditions, Run, RunKind, RunState};
use store::{History, Selection};

use crate::fixtures::{TTFT_MS, begun, end, finished, later, run, sample, stream};
use crate::{Export, ExportFormat, ExportText, Origin, ReportError, export, import, table};

/// Text that would break out of any format that does not escape it.
const NASTY: &str =
    "</script><script>alert(1)</script> \"quoted\", 'so' | `code` & <b>\n=1+1\u{2028}";

fn race(history: &History, id: &str) -> Run {
    let (mut run, mut recordings) = finished(id, 2);
    run.machine = Some("Difference Engine, 1 core, brass".to_owned());
    run.plan.prompt = NASTY.to_owned();
    run.plan.system = Some("A secret recipe".to_owned());
    run.lanes[0].model = "=cmd|' /C calc'!A0".to_owned();
    let mut log = stream(&["It said ", NASTY]);
    log.timeline.written_ns = log.timeline.send_ns.map(|sent| sent + 40_000);
    log.timeline.first_byte_ns = log.timeline.send_ns.map(|sent| sent + 80_000_000);
    log.timeline.strain =
        Some(measure::ClientLoad { lag_us: 70, cpu_pct: Some(9), clock_gap_ms: -1 });
    end(&mut log);
    run.lanes[0].samples[1] = sample(&run, 0, &log);
    run.lanes[0].summary = race::summary(&run.lanes[0].samples);
    recordings[0][1] = log;
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    run
}

fn sweep(history: &History, id: &str) -> Run {
    let mut sweep = run(id);
    sweep.kind = RunKind::Sweep;
    let (prompts, concurrency) = (vec!["one".to_owned()], vec![1, 4]);
    sweep.plan.load = Some(Load { prompts, concurrency, ..Load::default() });
    history.begin(&sweep).unwrap();
    for streams in [1, 4] {
        let mut log = stream(&["a ", "b"]);
        end(&mut log);
        let logs = [1, 2, 0].map(|at| later(&log, (u64::from(streams) * 10 + at) * 1_000_000_000));
        let [one, two, warm_up] = logs.each_ref().map(|log| sample(&sweep, 0, log));
        let level = Level {
            concurrency: Some(streams),
            measured: 2,
            unmeasured: 1,
            samples: vec![one, two],
            others: vec![warm_up],
            ..Level::default()
        };
        let alone = Lane { levels: vec![level], ..sweep.lanes[0].clone() };
        let level = sweep.levels_as_logged(&alone, &logs).remove(0);
        sweep.lanes[0].levels.push(level.clone());
        history.keep_level(&sweep, 0, &level, &logs, &(0..3)).unwrap();
    }
    sweep.state = RunState::Stopped;
    history.finish_sweep(&sweep).unwrap();
    sweep
}

fn origin() -> Origin {
    Origin {
        version: "0.0.7",
        at: "2026-03-02T08:00:00Z".to_owned(),
        machine: "Abacus, 2 cores, wood".to_owned(),
        calibration: None,
    }
}

/// A run as a document, and the history that has it.
fn exported(keep: impl Fn(&History, &str) -> Run) -> (serde_json::Value, History) {
    let history = History::in_memory().unwrap();
    keep(&history, "a");
    let document = written(&history, &["a"], ExportFormat::Json);
    (serde_json::from_str(&document).unwrap(), history)
}

fn written(history: &History, ids: &[&str], format: ExportFormat) -> String {
    let runs = ids.iter().map(|id| (*id).to_owned()).collect();
    let wanted = Export { runs, format, without_prompts: false };
    export(history, &wanted, &origin()).unwrap().text
}

fn refusal(document: &str) -> String {
    let history = History::in_memory().unwrap();
    let refusal = import(&history, document).expect_err("it cannot be taken in");
    assert!(matches!(refusal, ReportError::NotImported { .. }), "it says so: {refusal}");
    assert_eq!(history.list(0, 1).unwrap().total, 0, "and nothing of it was");
    refusal.to_string()
}

/// A run as a history has it that imported it.
fn as_imported(run: &race::Run) -> race::Run {
    race::Run { imported: true, ..run.clone() }
}

#[test]
fn what_is_exported_as_json_comes_back_as_it_was_and_never_twice() {
    let from = History::in_memory().unwrap();
    let (race, sweep) = (race(&from, "race"), sweep(&from, "sweep"));
    from.tag(&["race".to_owned()], &["kept".to_owned()], &[]).unwrap();
    from.note("race", "Quote this one").unwrap();
    let document = written(&from, &["race", "sweep"], ExportFormat::Json);

    let into = History::in_memory().unwrap();
    let imported = import(&into, &document).unwrap();
    assert_eq!(imported.added, ["race", "sweep"], "both are new");
    assert_eq!(into.run("race").unwrap(), as_imported(&race), "identical");
    assert_eq!(into.run("sweep").unwrap(), as_imported(&sweep), "with every level");
    for (id, lane, round) in [("race", 0, 1), ("race", 1, 0), ("sweep", 0, 5)] {
        let (there, here) = (from.recording(id, lane, round), into.recording(id, lane, round));
        assert_eq!(there.unwrap(), here.unwrap(), "to the last arrival of {id}");
    }
    assert_eq!(into.marks("race").unwrap(), from.marks("race").unwrap(), "tags and notes too");
    assert_eq!(into.find("\"quote this\"", None, 9).unwrap().total, 1, "and it is found");
    let points = |history: &History| history.points(&Selection::default()).unwrap();
    assert_eq!(points(&into), points(&from), "and charted");
    let machine = points(&into).into_iter().next().and_then(|point| point.machine);
    assert_eq!(machine.as_deref(), race.machine.as_deref(), "as of where it was measured");
    assert_eq!(into.verify().unwrap().findings, [], "and sound");
    let table = written(&into, &["race"], ExportFormat::Csv);
    assert_eq!(
        table.replace("\"true\"\n", "\"false\"\n"),
        written(&from, &["race"], ExportFormat::Csv),
        "and exports as it did, but that it was imported"
    );

    let again = import(&into, &document).unwrap();
    assert_eq!((again.added.len(), again.known.len()), (0, 2), "the second time nothing is new");
    into.delete("race").unwrap();
    assert_eq!(import(&into, &document).unwrap().deleted, ["race"], "what was deleted is told");
}

#[test]
fn a_number_can_be_checked_by_hand_from_the_arrivals() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let document: serde_json::Value =
        serde_json::from_str(&written(&history, &["a"], ExportFormat::Json)).unwrap();
    let run = &document["runs"][0];
    let log = &run["recordings"][0][1];
    let marks = log["timeline"]["marks"].as_array().unwrap();
    let first = marks.iter().find(|mark| mark.get("text").is_some()).unwrap();
    let ns = |value: &serde_json::Value| value.as_f64().unwrap();
    let ttft = (ns(&first["at_ns"]) - ns(&log["timeline"]["send_ns"])) / 1e6;
    let told = ns(&run["run"]["lanes"][0]["samples"][1]["ttft_ms"]);
    assert!((ttft - told).abs() < 1e-9, "t(first arrival) − t(send) is the TTFT: {ttft}");
    let texts: String = marks
        .iter()
        .filter(|mark| mark["kind"] == "answer")
        .filter_map(|mark| mark["text"].as_str())
        .collect();
    assert_eq!(texts, format!("It said {NASTY}"), "each arrival with its text");
    assert_eq!(log["usage"][0]["completion_tokens"], 4, "usage word for word");
}

#[test]
fn a_file_that_cannot_be_taken_in_says_why_and_where() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let document = written(&history, &["a"], ExportFormat::Json);
    let half = refusal(&document[..document.len() / 2]);
    assert!(half.contains("line 1, column"), "a file that was cut says where: {half}");
    let newer = refusal(&document.replacen("paceline.export/1", "paceline.export/7", 1));
    assert!(newer.contains("Update Paceline"), "a newer one says what to do: {newer}");
    let run = refusal(&document.replacen("\"paceline.run/1\"", "\"paceline.run/9\"", 1));
    assert!(run.contains("Update Paceline"), "so does a newer run in it: {run}");
    let other = refusal("{\"schema\":\"something.else/1\"}");
    assert!(other.contains("not exported by Paceline"), "another's file is called so: {other}");
    let printed = serde_json::to_string(&history.run("a").unwrap()).unwrap();
    let printed = refusal(&printed);
    assert!(printed.contains("--format json"), "a printed run says what to export: {printed}");
    let changed = refusal(&document.replacen("\"answer\":\"It said", "\"answer\":\"It saith", 1));
    assert!(changed.contains("lane 0, round 1"), "an edited text is found: {changed}");
    let missing = refusal(&document.replacen("\"status\":\"ok\",", "", 1));
    assert!(missing.contains("status"), "what is missing is named: {missing}");
}

#[test]
fn csv_has_a_row_for_each_request_and_no_formula() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    sweep(&history, "s");
    let text = written(&history, &["a", "s"], ExportFormat::Csv);
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let headings = table.headers().unwrap().clone();
    let place = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4 + 6, "every request, those beside the measured ones too");
    assert_eq!(rows[0][place("ttft_ms")], TTFT_MS.to_string(), "numbers under their ids");
    assert_eq!(&rows[0][place("model")], "'=cmd|' /C calc'!A0", "a formula is marked as text");
    assert_eq!(&rows[9][place("measured")], "false", "what was sent beside says so");
    assert_eq!(&rows[9][place("concurrency")], "4", "with its level");
    assert_eq!(&rows[0][place("stalls")], "0", "zero is zero");
    assert_eq!(&rows[0][place("create_time_ms")], "", "and unknown is empty");
}

#[test]
fn every_number_of_a_sample_has_its_column() {
    let headings: Vec<&str> = table::headings().collect();
    for metric in measure::Metric::ALL {
        assert!(headings.contains(&metric.id()), "{} has a column", metric.id());
    }
    let before = include_str!("fixtures/columns_0_1.txt");
    for column in before.lines() {
        assert!(headings.contains(&column), "{column} had a column, and a script may read it");
    }
}

#[test]
fn every_row_of_a_table_says_its_machine_its_error_and_its_connection() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let (mut off, recordings) = finished("b", 1);
    (off.machine, off.ttft_error_ms) = (None, Some(0.3));
    history.begin(&begun(&off)).unwrap();
    history.finish(&off, &recordings).unwrap();
    let text = written(&history, &["a", "b"], ExportFormat::Csv);
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let headings = table.headers().unwrap().clone();
    let columns = ["run_id", "machine", "ttft_error_ms", "connected_before"]
        .map(|name| headings.iter().position(|heading| heading == name).unwrap());
    for row in table.records().map(Result::unwrap) {
        let expected = match &row[columns[0]] {
            "a" => ["Difference Engine, 1 core, brass", "", "true"],
            _ => ["", "0.3", "true"],
        };
        assert_eq!(
            columns[1..].iter().map(|column| &row[*column]).collect::<Vec<_>>(),
            expected,
            "unknown is blank"
        );
    }
}

#[test]
fn prompts_can_be_left_out_of_every_format_and_their_hash_stays() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let kept: serde_json::Value =
        serde_json::from_str(&written(&history, &["a"], ExportFormat::Json)).unwrap();
    for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Md, ExportFormat::Html] {
        let wanted = Export { runs: vec!["a".to_owned()], format, without_prompts: true };
        let text = export(&history, &wanted, &origin()).unwrap().text;
        assert!(!text.contains("secret recipe"), "{format:?} is without the system prompt");
        let hash = kept["runs"][0]["prompt_hash"].as_str().unwrap();
        assert!(text.contains(hash), "{format:?} still tells which prompt it was");
    }
}

#[test]
fn a_run_that_was_imported_without_its_prompts_is_known_by_them_wherever_it_goes() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let fields = |text: &str| {
        let document: serde_json::Value = serde_json::from_str(text).unwrap();
        let run = &document["runs"][0];
        [run["prompt_hash"].clone(), run["prompt_tokens"].clone(), run["run"]["plan"].clone()]
    };
    let whole = fields(&written(&history, &["a"], ExportFormat::Json));
    let wanted = |without_prompts| Export {
        runs: vec!["a".to_owned()],
        format: ExportFormat::Json,
        without_prompts,
    };
    let mut text = export(&history, &wanted(true), &origin()).unwrap().text;
    let first = fields(&text);
    assert_eq!(first[..2], whole[..2], "the first export tells which prompt it was");
    for without_prompts in [true, false] {
        let elsewhere = History::in_memory().unwrap();
        import(&elsewhere, &text).unwrap();
        text = export(&elsewhere, &wanted(without_prompts), &origin()).unwrap().text;
        assert_eq!(fields(&text), first, "and so does every later one");
        let conditions = MeasurementConditions::of(&elsewhere.run("a").unwrap());
        assert_eq!(conditions.prompt_hash, whole[0], "and what is shown");
    }
    let older = text.replace("prompts_left_out\":{", "of_no_meaning\":{");
    let elsewhere = History::in_memory().unwrap();
    import(&elsewhere, &older).unwrap();
    let run = elsewhere.run("a").unwrap();
    assert_eq!(run.prompt_hash(), whole[0], "an export of an earlier version says it in words");
    let whole = written(&history, &["a"], ExportFormat::Json);
    let lie = r#""prompts_left_out":{"prompt_hash":"0123456789abcdef"},"plan":{"#;
    let lie = whole.replacen(r#""plan":{"#, lie, 1);
    assert!(
        import(&History::in_memory().unwrap(), &lie).is_err(),
        "prompts that are there are not"
    );
}

#[test]
fn a_run_that_is_under_way_is_not_exported() {
    let history = History::in_memory().unwrap();
    history.begin(&run("a")).unwrap();
    let wanted =
        Export { runs: vec!["a".to_owned()], format: ExportFormat::Json, without_prompts: false };
    let refused = export(&history, &wanted, &origin());
    assert!(matches!(refused, Err(ReportError::NotExported { .. })), "it has not ended");
}

#[test]
fn a_file_is_saved_under_a_name_that_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let exported = ExportText { name: "runs.json".to_owned(), text: "{}".to_owned() };
    let names: Vec<String> = (0..3)
        .map(|_| exported.save_into(&folder.path().join("Downloads")).unwrap())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["runs.json", "runs (2).json", "runs (3).json"], "nothing is overwritten");
}

#[test]
fn a_number_that_contradicts_its_raw_log_or_cannot_be_is_not_taken_in() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let whole: serde_json::Value =
        serde_json::from_str(&written(&history, &["a"], ExportFormat::Json)).unwrap();
    let edited = |pointer: &str, value: serde_json::Value| {
        let mut document = whole.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[name] = value;
        document.to_string()
    };
    let sample = "/runs/0/run/lanes/0/samples/0";
    for (pointer, value, told) in [
        ("decode_tps", serde_json::json!(-1.0), "decode_tps"),
        ("decode_tps", serde_json::json!(1e308), "decode_tps"),
        ("ttft_ms", serde_json::json!(1.0), "ttft_ms"),
        ("chunks", serde_json::json!(0), "chunks"),
        ("cost_usd", serde_json::json!(-1_000_000), "cost_usd"),
        ("cost_usd", serde_json::json!(1e12), "cost_usd"),
        ("out_tokens_server", serde_json::json!(4_294_967_295_u32), "out_tokens"),
        ("sent_at_ms", serde_json::json!(-5.0), "sent_at_ms"),
    ] {
        let refusal = refusal(&edited(&format!("{sample}/{pointer}"), value.clone()));
        assert!(refusal.contains(told), "{pointer} = {value}: {refusal}");
    }
    for at in ["", "yesterday", "=1+1", "2026-03-01", "1969-12-31T23:59:59Z"] {
        let refusal = refusal(&edited("/runs/0/run/started_at", at.into()));
        assert!(refusal.contains("RFC 3339"), "{at:?}: {refusal}");
    }
    for id in ["-1-1", "a/b", "..", ""] {
        let refusal = refusal(&edited("/runs/0/run/id", id.into()));
        assert!(refusal.contains("not the id of a run"), "{id:?}: {refusal}");
    }
    refusal(&edited("/runs/0/run/kind", "x/../../etc".into()));
}

#[test]
fn a_summary_is_computed_again_and_what_was_paid_elsewhere_was_not_spent_here() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let mut document: serde_json::Value =
        serde_json::from_str(&written(&history, &["a"], ExportFormat::Json)).unwrap();
    document["runs"][0]["run"]["lanes"][0]["summary"]["ttft_ms"]["p50"] = 1.0.into();
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    let honest = as_imported(&history.run("a").unwrap());
    assert_eq!(into.run("a").unwrap(), honest, "by the samples, not the file");
    assert!(history.spend(0.0).unwrap().total.cost_usd.is_some(), "it was paid for there");
    assert_eq!(into.spend(0.0).unwrap().total.requests, 0, "and counts for no cap here");
    assert!(into.list(0, 1).unwrap().runs[0].imported, "it is marked");
    assert!(!history.list(0, 1).unwrap().runs[0].imported, "and the original is not");
}
