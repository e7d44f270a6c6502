//! Sets of prompts from the arguments.

use std::path::Path;

use measure::format::count;
use race::workload::{with_files, with_right_calls};
use race::{MOST_ROUNDS, Plan, PromptSource};

use crate::exit::Trouble;
use crate::plan::PlanInput;
use crate::plan::arguments::AskArguments;
use crate::plan::text_file::{LARGEST_TEXT, from_file};

/// The prompt source that the arguments name, with its file read.
///
/// # Errors
/// Why the file cannot be read.
pub(crate) fn source(arguments: &AskArguments) -> Result<PromptSource, Trouble> {
    if let Some(suite) = arguments.suite {
        return Ok(PromptSource::Suite { suite });
    }
    Ok(match (&arguments.table, &arguments.prompts) {
        (Some(table), _) => PromptSource::Filled { table: read(table)? },
        (_, Some(prompts)) => PromptSource::Set { lines: whole(prompts)? },
        _ => PromptSource::Own,
    })
}

/// The prompt of a plan whose prompts come from a source, if it needs none of its own.
pub(crate) fn written(source: &PromptSource) -> Option<&'static str> {
    (!matches!(source, PromptSource::Own | PromptSource::Filled { .. })).then_some("")
}

/// The plan of a race over the set that a source is, with as many rounds as ask each of its prompts `repeat` times, and notes
/// for the user.
///
/// # Errors
/// Why the set cannot be read.
pub(crate) fn raced(source: &PromptSource, plan: Plan) -> Result<PlanInput, Trouble> {
    let read = source.asked_by(Plan { set: None, ..plan });
    let (plan, notes) =
        read.map_err(|problem| Trouble::cannot_start(problem.message.to_string()))?;
    let mut notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    let rows = plan.set.as_ref().map_or(1, |set| set.rows().len());
    let rows = u32::try_from(rows).unwrap_or(u32::MAX);
    let most = MOST_ROUNDS.saturating_sub(plan.warmup);
    let repeat = if plan.repeat == 1 && rows > most {
        notes.push(format!(
            "Of the {} prompts of the set the first {} are asked, as many as a race has rounds. Split the set for the others.",
            count(rows),
            count(most)
        ));
        most
    } else {
        plan.repeat.saturating_mul(rows)
    };
    Ok(PlanInput { plan: Plan { repeat, ..plan }, notes })
}

/// The text of a set, with the files that it names in their places.
fn whole(file: &Path) -> Result<String, Trouble> {
    let text = read(file)?;
    let folder = (file != Path::new("-")).then(|| file.parent().unwrap_or(Path::new("")));
    let own = file.file_name().and_then(|name| name.to_str()).filter(|_| folder.is_some());
    let told = |error: race::workload::SetError| Trouble::cannot_start(error.to_string());
    let text = with_right_calls(&text, own.unwrap_or_default(), |name| {
        let is_there = own.is_some()
            && !app::leads_to_another_machine(name)
            && folder.is_some_and(|folder| folder.join(name).exists());
        is_there.then(|| beside(folder, name))
    });
    with_files(&text.map_err(told)?, |name| beside(folder, name)).map_err(told)
}

/// The text of a file that a set names, which has to lie in the set's own folder or below it: a set from elsewhere would have any other
/// file of this machine sent to a provider.
fn beside(folder: Option<&Path>, name: &str) -> Result<String, String> {
    let shown: String = name.chars().filter(|one| !one.is_control()).take(100).collect();
    let Some(folder) = folder else {
        return Err(format!(
            "{shown} is not read for a set from standard input. Give the set as a file."
        ));
    };
    let outside =
        || format!("{shown} is not in the folder of the set, and only files there are read.");
    if app::leads_to_another_machine(name) {
        return Err(outside());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = folder.join(name);
    let real = (file.canonicalize(), folder.canonicalize());
    let none = || format!("there is no file {shown} in the folder of the set.");
    let (Ok(file), Ok(folder)) = real else { return Err(none()) };
    if !file.starts_with(&folder) {
        return Err(outside());
    }
    // A pipe would be waited for.
    if !file.is_file() {
        return Err(none());
    }
    from_file(&file, "a part of the set", LARGEST_TEXT)
}

fn read(file: &Path) -> Result<String, Trouble> {
    from_file(file, "prompts", LARGEST_TEXT).map_err(Trouble::cannot_start)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_race_over_more_prompts_than_it_has_rounds_asks_the_first_and_says_so() {
        let lines: Vec<String> = (0..1_500).map(|n| format!("\"What is {n} + 1?\"")).collect();
        let source = PromptSource::Set { lines: lines.join("\n") };
        let plan = Plan { repeat: 1, warmup: 2, ..Plan::default() };
        let Ok(PlanInput { plan, notes }) = raced(&source, plan) else { panic!("it can be read") };
        assert_eq!(plan.repeat, 998, "with the warm-up as many as a race may have");
        assert_eq!(plan.set.map(|set| set.rows().len()), Some(1_500), "the set stays whole");
        assert!(notes.iter().any(|note| note.contains("Of the 1,500 prompts")), "{notes:?}");
    }

    #[test]
    fn a_set_has_only_files_of_its_own_folder_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let [own, other] = ["own", "other"].map(|name| folder.path().join(name));
        for (dir, text) in [(&own, "Why {{x}}?"), (&other, "secret")] {
            fs::create_dir_all(dir.join("below")).expect("a folder");
            fs::write(dir.join("below").join("p.txt"), text).expect("a file");
        }
        let set = own.join("promptfooconfig.yaml");
        let read = |named: &str| {
            let text = format!("prompts: ['file://{named}']\ntests: [{{vars: {{x: 1}}}}]\n");
            fs::write(&set, text).expect("a file");
            whole(&set).map_err(|trouble| trouble.message)
        };
        assert!(read("below/p.txt").expect("it is there").contains("Why {{x}}?"), "below it");
        for named in [
            "../other/below/p.txt".to_owned(),
            other.join("below/p.txt").display().to_string(),
            "below/../../other/below/p.txt".to_owned(),
            // What is on another machine is not even looked for.
            "//host/share/p.txt".to_owned(),
            r"\\host\share\p.txt".to_owned(),
        ] {
            let told = read(&named).expect_err("refused");
            assert!(told.contains("only files there are read"), "{named}: {told}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(other.join("below"), own.join("link")).expect("a link");
            let told = read("link/p.txt").expect_err("refused");
            assert!(
                told.contains("only files there are read"),
                "where a link leads counts: {told}"
            );
        }
        assert!(read("below/none.txt").expect_err("refused").contains("there is no file"), "named");
    }
}
