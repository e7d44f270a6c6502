//! A unit of the user's systemd.

use super::step::Step;

/// The unit's name.
pub(super) const UNIT: &str = "paceline-watch.service";

/// The unit. It is started again a minute after it failed, such as when the keyring was not open yet, for as long as it takes.
pub(super) fn unit(words: &[String]) -> String {
    let line = words.iter().enumerate().map(|(at, word)| quoted(word, at > 0));
    let line = line.collect::<Vec<_>>().join(" ");
    format!(
        "[Unit]\n\
         Description=Paceline takes the turns of its watches\n\
         StartLimitIntervalSec=0\n\
         \n\
         [Service]\n\
         Type=exec\n\
         ExecStart={line}\n\
         Restart=on-failure\n\
         RestartSec=60\n\
         UMask=0077\n\
         NoNewPrivileges=yes\n\
         \n\
         [Install]\n\
         WantedBy=default.target\n"
    )
}

/// A word of a command line as systemd reads it (systemd.syntax(7), systemd.service(5)). Variables are replaced in arguments, and not
/// in the program.
fn quoted(word: &str, is_argument: bool) -> String {
    let word = word.replace('\\', r"\\").replace('"', r#"\""#).replace('%', "%%");
    let word = if is_argument { word.replace('$', "$$") } else { word };
    format!("\"{word}\"")
}

pub(super) fn install() -> Vec<Step> {
    vec![
        reload(),
        Step::of(&["systemctl", "--user", "enable", UNIT]),
        Step::of(&["systemctl", "--user", "restart", UNIT]),
    ]
}

pub(super) fn stop() -> Step {
    Step::of(&["systemctl", "--user", "disable", "--now", UNIT])
}

pub(super) fn reload() -> Step {
    Step::of(&["systemctl", "--user", "daemon-reload"])
}
