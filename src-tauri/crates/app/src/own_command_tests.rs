use super::*;

/// How a command ends that reads `input`, within `seconds`.
async fn ended(command: &str, input: &str, seconds: u64) -> Result<CommandEnd, String> {
    let commands = AllowedCommands {
        longest: Some(Duration::from_secs(seconds)),
        ..AllowedCommands::of([command.to_owned()])
    };
    let input = input.as_bytes().to_vec();
    let run = commands.run(command, input, CancellationToken::new()).await;
    run.map_err(|why| why.to_string())
}

fn end(status: i32, output: &str, errors: &str) -> CommandEnd {
    CommandEnd { status: Some(status), output: output.into(), errors: errors.into() }
}

/// Waits for what takes a moment, up to a minute.
async fn soon(is_so: impl Fn() -> bool, what: &str) {
    for _ in 0..12_000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what}");
}

#[tokio::test]
async fn a_command_reads_the_answer_and_its_end_is_told() {
    assert_eq!(ended("grep -c Paris", "Paris\nis Paris", 10).await, Ok(end(0, "2\n", "")));
    assert_eq!(ended("grep -c Lyon", "Paris", 10).await, Ok(end(1, "0\n", "")));
    assert_eq!(ended("echo why >&2; exit 3", "unread", 10).await, Ok(end(3, "", "why\n")));
    let large = "x".repeat(4 << 20);
    assert_eq!(ended("true", &large, 10).await, Ok(end(0, "", "")), "it need not read");
    let counted = ended("wc -c", &large, 10).await.expect("it ends");
    assert_eq!(counted.output.trim(), (4 << 20).to_string(), "all of it arrives");
}

#[tokio::test]
async fn only_what_is_allowed_word_for_word_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made");
    let allowed = format!("touch {}", file.display());
    let commands = AllowedCommands::of([allowed.clone()]);
    let other = format!("touch  {}", file.display());
    let run = commands.run(&other, Vec::new(), CancellationToken::new()).await;
    let why = run.map_err(|why| why.to_string());
    assert_eq!(why, Err("the command is not allowed on this machine".to_owned()));
    assert!(!file.exists(), "one space more is another command");
    let run = commands.run(&allowed, Vec::new(), CancellationToken::new()).await;
    assert_eq!((run, file.exists()), (Ok(end(0, "", "")), true));
    let nothing = AllowedCommands::default().run("true", Vec::new(), CancellationToken::new());
    assert!(nothing.await.is_err(), "by itself nothing is allowed");
}

#[tokio::test]
async fn a_command_has_the_path_for_an_environment_and_an_empty_folder_of_its_own() {
    let environment = ended("env", "", 10).await.expect("it ends").output;
    // The shell sets these itself.
    let made_by_shell = ["PWD=", "SHLVL=", "_=", "OLDPWD="];
    let rest: Vec<&str> = environment
        .lines()
        .filter(|line| !made_by_shell.iter().any(|name| line.starts_with(name)))
        .collect();
    assert!(rest.len() == 1 && rest[0].starts_with("PATH="), "no home and no keys: {rest:?}");
    let folder = ended("pwd; ls -a | wc -l", "", 10).await.expect("it ends").output;
    let (folder, entries) = folder.split_once('\n').expect("two lines");
    assert!(folder.contains("paceline-check-"), "{folder}");
    assert_eq!(entries.trim(), "2", "it is empty but for itself and the one above");
    assert!(!Path::new(folder).exists(), "and gone afterwards");
}

#[tokio::test]
async fn the_whole_group_is_ended_at_the_deadline() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("pids");
    let command = format!("sleep 1000 & echo $! > {0}; sleep 1000 | sleep 1000", note.display());
    let run = ended(&command, "", 1).await;
    assert_eq!(run, Err("the command took longer than 1 s".to_owned()));
    gone(&note).await;
}

#[tokio::test]
async fn what_a_command_leaves_running_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("pids");
    let command = format!("sleep 1000 >&- 2>&- <&- & echo $! > {}; echo fine", note.display());
    assert_eq!(ended(&command, "", 10).await, Ok(end(0, "fine\n", "")));
    gone(&note).await;
}

#[tokio::test]
async fn stopping_the_run_ends_a_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("pids");
    let command = format!("sleep 1000 & echo $! > {}; wait", note.display());
    let stop = CancellationToken::new();
    let commands = AllowedCommands::of([command.clone()]);
    let running = tokio::spawn(commands.run(&command, Vec::new(), stop.clone()));
    let is_noted = || !std::fs::read_to_string(&note).unwrap_or_default().trim().is_empty();
    soon(is_noted, "it begins").await;
    stop.cancel();
    let run = running.await.expect("no panic");
    let why = run.map_err(|why| why.to_string());
    assert_eq!(why, Err("the run was stopped while the command ran".to_owned()));
    gone(&note).await;
}

#[tokio::test]
async fn a_command_that_writes_without_an_end_is_cut_off() {
    assert_eq!(ended("yes", "", 60).await, Err("the command wrote more than 64 kB".to_owned()));
    let noisy = ended("yes | head -c 10000000 >&2; exit 1", "", 60).await.expect("it ends");
    assert_eq!(noisy.errors.len(), 4096, "of standard error only the beginning is kept");
    let much = ended("head -c 65536 /dev/zero", "", 60).await.expect("it ends");
    assert_eq!(much.output.len(), 65_536, "as much as it may");
}

#[tokio::test]
async fn what_cannot_be_run_says_so() {
    let nowhere = ended("/no/such/program", "", 10).await.expect("the shell ends");
    assert_eq!(nowhere.status, Some(127));
    assert!(nowhere.errors.contains("/no/such/program"), "{nowhere:?}");
    let killed = ended("kill -9 $$", "", 10).await.expect("it ends");
    assert_eq!(killed.status, None, "by a signal");
}

/// Waits until the process whose number is in a file is gone.
async fn gone(note: &Path) {
    let number = std::fs::read_to_string(note).expect("it is noted");
    let process = Path::new("/proc").join(number.trim());
    let is_gone = || {
        let state = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        // What nobody has reaped yet runs no more.
        state.is_empty() || state.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z'))
    };
    soon(is_gone, "it is still there").await;
}
