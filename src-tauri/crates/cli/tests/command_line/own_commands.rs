//! Commands of the user's own as checks: run only with leave on this machine, after the race, and never for what comes from elsewhere.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::tempdir;

use crate::{at, document, done, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=60";
const SHORT: &str = "simulated/scripted?ttft=10ms&tps=2000&tokens=2";

fn race(home: &Path, more: &[&str]) -> std::process::Output {
    let lanes = ["race", "--prompt", "Hi", "--lane", QUICK, "--lane", SHORT, "--json"];
    done(home, &[&lanes[..], more].concat())
}

#[test]
fn nothing_runs_until_the_command_is_allowed_word_for_word_on_this_machine() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let made = home.join("made");
    let line = format!("touch {}; test $(wc -w) -ge 10", made.display());
    let check = format!("command:{line}");
    let other = format!("{line} ");
    for more in [&[][..], &["--allow-command", &other], &["--allow-command", "touch"]] {
        let refused = race(home, &[&["--check", &check], more].concat());
        assert_eq!(status(&refused), 2, "{more:?}: nothing was sent");
        let told = text(&refused.stderr);
        assert!(told.contains(&line) && told.contains("paceline checks allow"), "{told}");
        assert!(!made.exists(), "and nothing has run");
    }
    let listed =
        |home: &Path| at(&document(&done(home, &["checks", "--json"])), "/commands").clone();
    assert_eq!(listed(home), json!([]));

    let run = document(&race(home, &["--check", &check, "--allow-command", &line]));
    assert!(made.exists(), "with leave for this run it ran");
    assert_eq!(at(&run, "/lanes/0/samples/0/right"), true, "sixty tokens are ten words");
    assert_eq!(at(&run, "/lanes/1/samples/0/right"), false, "two are not");
    let reason = at(&run, "/lanes/1/samples/0/checks/0/reason");
    assert_eq!(reason, "the command gave no reason");
    assert_eq!(listed(home), json!([]), "for that run alone");

    assert_eq!(status(&done(home, &["checks", "allow", &line])), 0);
    assert_eq!(listed(home), json!([line]));
    let run = document(&race(home, &["--check", &check]));
    assert_eq!(at(&run, "/lanes/0/samples/0/right"), true, "from now on nobody is asked");
    let id = at(&run, "/id").as_str().expect("an id");
    let shown = text(&done(home, &["history", "show", id]).stdout);
    assert!(shown.contains("passes the command"), "the check is named: {shown}");
    assert!(shown.contains("the command gave no reason"), "and why it is wrong: {shown}");

    let exported = text(&done(home, &["history", "export", id, "--format", "json"]).stdout);
    let file = home.join("run.json");
    fs::write(&file, exported).expect("it is written");
    fs::remove_file(&made).expect("it was there");
    let elsewhere = tempdir().expect("a folder");
    let imported = done(elsewhere.path(), &["history", "import", &file.display().to_string()]);
    assert_eq!(status(&imported), 0, "{}", text(&imported.stderr));
    let run = document(&done(elsewhere.path(), &["history", "show", id, "--json"]));
    assert!(!made.exists(), "an import runs nothing");
    assert!(at(&run, "/lanes/0/samples/0").get("right").is_none(), "and believes no verdict");
    let reason = at(&run, "/lanes/0/samples/0/checks/0/reason");
    assert_eq!(reason, "no command was run for this answer");

    assert_eq!(status(&done(home, &["checks", "forget", &line])), 0);
    assert_eq!(status(&done(home, &["checks", "forget", &line])), 2, "it is gone");
    assert_eq!(status(&race(home, &["--check", &check])), 2, "and asked about again");
    assert!(!made.exists(), "nothing has run");
}

#[test]
fn a_set_of_prompts_and_a_file_of_limits_give_no_leave() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let made = home.join("made");
    let line = format!("touch {}", made.display());
    let set = home.join("set.jsonl");
    let row = json!({"prompt": "Hi", "check": format!("command:{line}")});
    fs::write(&set, format!("{row}\n")).expect("it is written");
    let set = set.display().to_string();
    let asked = ["race", "--prompts", &set, "--lane", QUICK, "--json"];
    let refused = done(home, &asked);
    assert_eq!(status(&refused), 2, "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains(&line) && !made.exists(), "the row's command is named");

    let limits = home.join("limits.toml");
    let of = |more: &str| {
        format!(
            "rounds = 2\n[race]\nlane = [\"{QUICK}\"]\nprompt = \"Hi\"\ncheck = {}\n{more}\n[[limit]]\nshare = \"right\"\nat_least = 0.01\n",
            json!([format!("command:{line}")])
        )
    };
    let gate = |text: &str, more: &[&str]| {
        fs::write(&limits, text).expect("it is written");
        done(home, &[&["gate", &limits.display().to_string(), "--json"], more].concat())
    };
    let refused = gate(&of(""), &[]);
    assert_eq!(status(&refused), 2, "a gate asks as a race does");
    assert!(text(&refused.stderr).contains(&line) && !made.exists(), "{}", text(&refused.stderr));
    let refused = gate(&of(&format!("allow-command = {}", json!([line]))), &[]);
    let told = text(&refused.stderr);
    assert_eq!(status(&refused), 2, "{told}");
    assert!(told.contains("`allow-command` is no option of a [race] table"), "{told}");
    let passed = gate(&of(""), &["--allow-command", &line]);
    assert_eq!(status(&passed), 0, "{}", text(&passed.stderr));
    assert!(made.exists(), "the person's own leave is one");
}

#[test]
fn a_sweep_runs_commands_between_its_levels() {
    let home = tempdir().expect("a folder");
    let line = "test $(wc -w) -ge 10";
    let check = format!("command:{line}");
    let sweep = ["sweep", "--prompt", "Hi", "--lane", QUICK, "--lane", SHORT, "--json"];
    let load = ["--concurrency", "1,2", "--samples", "4", "--check", &check];
    let allowed = ["--allow-command", line];
    let run = document(&done(home.path(), &[&sweep[..], &load[..], &allowed[..]].concat()));
    for level in 0..2 {
        let right = |lane: usize| at(&run, &format!("/lanes/{lane}/levels/{level}/right/right"));
        assert_eq!((right(0), right(1)), (&json!(4), &json!(0)), "level {level}");
    }
    let id = at(&run, "/id").as_str().expect("an id");
    let kept = document(&done(home.path(), &["history", "show", id, "--json"]));
    assert_eq!(at(&kept, "/lanes/0/levels/1/right"), at(&run, "/lanes/0/levels/1/right"), "kept");
}
