use super::*;

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_path_reaches_systemd_as_it_is() {
    let unit = systemd::unit(&words(&[
        "/o 1/100%/pace\"line$",
        "--data-dir",
        r#"/d\$HOME/%h "q""#,
        "watch",
    ]));
    let line = unit.lines().find(|line| line.starts_with("ExecStart=")).unwrap();
    assert_eq!(
        line, r#"ExecStart="/o 1/100%%/pace\"line$" "--data-dir" "/d\\$$HOME/%%h \"q\"" "watch""#,
        "no specifier, no variable, no end of a word in it"
    );
}

#[test]
fn a_path_reaches_launchd_and_the_task_scheduler_as_it_is() {
    let agent = launchd::agent(&words(&["/A&B/<paceline>", "watch"]), "/h/a&b");
    assert!(
        agent.contains("<string>/A&amp;B/&lt;paceline&gt;</string>\n    <string>watch</string>")
    );
    assert!(agent.contains("<string>/h/a&amp;b/Library/Logs/paceline-watch.log</string>"));
    let task = task_scheduler::task(
        &words(&[r"C:\A & B\paceline.exe", "--data-dir", r"D:\my runs\", r#"a"b"#, "watch"]),
        r"DESK\a<b",
    );
    assert!(task.contains(r"<Command>C:\A &amp; B\paceline.exe</Command>"));
    assert!(
        task.contains(r#"<Arguments>--data-dir "D:\my runs\\" "a\"b" watch</Arguments>"#),
        "a backslash before the closing quotation mark is doubled: {task}"
    );
    assert!(task.contains(r"<UserId>DESK\a&lt;b</UserId>"));
    assert_eq!(task_scheduler::encoded("é")[..], [0xFF, 0xFE, 0xE9, 0x00], "UTF-16 with its mark");
}

#[test]
fn no_service_is_made_of_a_path_that_its_file_cannot_hold() {
    for (path, why) in [
        ("paceline", "not absolute: the service has another working folder"),
        ("/opt/pace\nline", "two lines"),
        ("/opt/\u{1b}[2J", "a control character"),
    ] {
        let made = WatchService::of(Path::new(path), None);
        assert!(matches!(made, Err(ServiceError::Path(_))), "{why}");
    }
}

#[cfg(unix)]
#[test]
fn a_command_of_the_system_s_that_fails_says_why() {
    let step = |words: &[&str]| Step::of(words).run().map_err(|error| error.to_string());
    assert_eq!(step(&["true"]), Ok(()));
    assert_eq!(
        step(&["sh", "-c", "echo no bus >&2; exit 3"]),
        Err("`sh -c \"echo no bus >&2; exit 3\"` failed: no bus".to_owned())
    );
    assert_eq!(step(&["false"]), Err("`false` failed: exit status: 1".to_owned()));
    let missing = step(&["/no/such/program"]).unwrap_err();
    assert!(missing.starts_with("`/no/such/program` failed: No such file"), "{missing}");
    assert_eq!(Step::that_may_fail(&["false"]).run().map_err(|error| error.to_string()), Ok(()));
}
