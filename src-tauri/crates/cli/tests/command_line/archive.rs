//! `paceline history search`, `export`, `import`, `tag` and `spend`: runs found again, annotated and
//! passed on.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::{at, document, done, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=60";

/// The id of a race with this prompt.
fn raced(home: &Path, prompt: &str) -> String {
    let run = document(&done(home, &["race", "--json", "--prompt", prompt, "--lane", QUICK]));
    at(&run, "/id").as_str().expect("an id").to_owned()
}

fn found(home: &Path, words: &[&str]) -> Value {
    let mut line = vec!["history", "search", "--json", "--"];
    line.extend(words);
    document(&done(home, &line))
}

#[test]
fn a_run_is_found_by_words_and_filters_and_a_bad_search_is_pointed_at() {
    let home = tempdir().expect("a folder");
    let (sea, sky) =
        (raced(home.path(), "Why the sea is salt"), raced(home.path(), "Why sky is blue"));
    let both = found(home.path(), &["why"]);
    assert_eq!(at(&both, "/runs/0/id"), sky.as_str(), "the newest first");
    let one = found(home.path(), &["salt", "model:scripted", "ttft<10s", "-blue"]);
    assert_eq!(at(&one, "/total"), 1, "all of it holds");
    assert_eq!(at(&one, "/runs/0/id"), sea.as_str());
    assert_eq!(at(&found(home.path(), &["the sea", "why"]), "/total"), 1, "a phrase stays one");

    let whole = document(&done(home.path(), &["history", "search", "why -blue", "--json"]));
    assert_eq!(at(&whole, "/total"), 1, "a whole search in quotes, and options after it");
    let shown = text(&done(home.path(), &["history", "search", "salt"]).stdout);
    assert!(shown.contains("prompt: Why the sea is salt"), "where it stands is shown: {shown}");
    let bad = done(home.path(), &["history", "search", "modle:x"]);
    assert_eq!(status(&bad), 2, "it cannot be read");
    let said = text(&bad.stderr);
    assert!(said.contains("^^^^^^^") && said.contains("model:"), "where and what to write: {said}");
}

#[test]
fn a_run_survives_export_and_import_unchanged() {
    let (here, there) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let id = raced(here.path(), "A question that travels");
    let file = here.path().join("run.json");
    let file = file.to_str().expect("a path");
    let out = done(here.path(), &["history", "export", &id, "--format", "json", "--out", file]);
    assert_eq!(status(&out), 0, "{}", text(&out.stderr));
    let again = done(here.path(), &["history", "export", &id, "--format", "json", "--out", file]);
    assert_eq!(status(&again), 1, "a file that is there is not overwritten");

    let taken = done(there.path(), &["history", "import", file]);
    assert!(text(&taken.stdout).contains("1 run imported"), "{}", text(&taken.stdout));
    let shown = |home: &Path| document(&done(home, &["history", "show", &id, "--json"]));
    let (mut imported, own) = (shown(there.path()), shown(here.path()));
    let fields = imported.as_object_mut().expect("a run");
    assert_eq!(fields.remove("imported"), Some(true.into()), "it says that it was imported");
    assert_eq!(imported, own, "and is identical, where it was measured without that");
    let verified = done(there.path(), &["history", "verify"]);
    assert_eq!(status(&verified), 0, "and sound: {}", text(&verified.stdout));
    let twice = document(&done(there.path(), &["history", "import", "--json", file]));
    assert_eq!(at(&twice, "/known/0"), id.as_str(), "the second time it is told, and left");

    fs::write(file, "{\"schema\":\"paceline.export/1\",").expect("the file");
    let broken = done(there.path(), &["history", "import", file]);
    assert_eq!(status(&broken), 2, "a damaged file is refused");
    assert!(text(&broken.stderr).contains("line 1"), "and says where: {}", text(&broken.stderr));
}

#[test]
fn a_table_a_text_and_a_page_go_to_standard_output() {
    let home = tempdir().expect("a folder");
    let id = raced(home.path(), "A question for all");
    for (format, part) in
        [("csv", "ttft_ms"), ("md", "## Prompt"), ("html", "Content-Security-Policy")]
    {
        let out = done(home.path(), &["history", "export", &id[..24], "--format", format]);
        let written = text(&out.stdout);
        assert!(written.contains(part), "{format} has {part}: {}", text(&out.stderr));
        assert!(
            format == "csv" || written.contains("A question for all"),
            "{format} has the prompt"
        );
        let line = ["history", "export", &id, "--format", format, "--without-prompts"];
        let written = text(&done(home.path(), &line).stdout);
        assert!(!written.contains("A question for all"), "{format} without it");
    }
}

#[test]
fn stars_tags_and_notes_are_kept_and_spend_is_listed() {
    let home = tempdir().expect("a folder");
    let id = raced(home.path(), "A question to keep");
    for line in [
        &["history", "star", &id][..],
        &["history", "tag", "nightly", &id],
        &["history", "note", &id, "warm cache"],
    ] {
        let marked = done(home.path(), line);
        assert_eq!(status(&marked), 0, "{line:?}: {}", text(&marked.stderr));
    }
    let all = found(home.path(), &["starred", "tag:nightly", "has:notes", "cache"]);
    assert_eq!(at(&all, "/total"), 1, "each of them is found");
    done(home.path(), &["history", "tag", "nightly", &id, "--remove"]);
    assert_eq!(at(&found(home.path(), &["tag:nightly"]), "/total"), 0, "and goes again");

    let spend = document(&done(home.path(), &["history", "spend", "--days", "7", "--json"]));
    assert_eq!(at(&spend, "/simulated/0/requests"), 1, "simulated requests stand apart");
    assert_eq!(at(&spend, "/total/requests"), 0, "and are no spending");
    let told = text(&done(home.path(), &["history", "spend"]).stdout);
    assert!(told.contains("1 request simulated"), "{told}");
}
