//! A task of Windows's Task Scheduler.

use std::env;

use super::step::{Step, of_xml};

/// The name of the task's file, from which it is made.
pub(super) const FILE: &str = "paceline-watch.xml";
const TASK: &str = "PacelineWatch";

/// Who is logged in, as the Task Scheduler names them.
pub(super) fn user() -> String {
    let of = |name| env::var(name).unwrap_or_default();
    let (domain, user) = (of("USERDOMAIN"), of("USERNAME"));
    if domain.is_empty() { user } else { format!("{domain}\\{user}") }
}

/// The task: started when `user` logs in, and again a minute after it failed. Without the user it would be started for everybody,
/// which only an administrator may ask for.
pub(super) fn task(words: &[String], user: &str) -> String {
    let (program, arguments) = words
        .split_first()
        .map_or(("", &[][..]), |(program, arguments)| (program.as_str(), arguments));
    let arguments = arguments.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let [program, arguments, user] = [program, &arguments, user].map(of_xml);
    format!(
        r#"<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Paceline takes the turns of its watches</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>{user}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>{user}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>{program}</Command>
      <Arguments>{arguments}</Arguments>
    </Exec>
  </Actions>
</Task>
"#
    )
}

/// A word as Windows's programs split their command line: backslashes count as such unless a quotation mark follows them.
fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && !word.contains([' ', '\t', '"']);
    if is_plain {
        return word.to_owned();
    }
    let mut out = String::from("\"");
    let mut backslashes = 0;
    for char in word.chars() {
        if char == '"' {
            out.push_str(&"\\".repeat(backslashes + 1));
        }
        backslashes = if char == '\\' { backslashes + 1 } else { 0 };
        out.push(char);
    }
    out.push_str(&"\\".repeat(backslashes));
    out.push('"');
    out
}

/// The file's bytes: UTF-16 with a byte order mark, as the Task Scheduler writes such files itself.
pub(super) fn encoded(text: &str) -> Vec<u8> {
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

pub(super) fn install(file: &str) -> Vec<Step> {
    vec![
        Step::of(&["schtasks", "/Create", "/F", "/TN", TASK, "/XML", file]),
        Step::of(&["schtasks", "/Run", "/TN", TASK]),
    ]
}

/// Its instance that runs is ended first, which deleting it does not do.
pub(super) fn stop() -> Vec<Step> {
    vec![
        Step::that_may_fail(&["schtasks", "/End", "/TN", TASK]),
        Step::of(&["schtasks", "/Delete", "/F", "/TN", TASK]),
    ]
}
