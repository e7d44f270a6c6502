//! An agent of macOS's launchd.

use super::step::{Step, of_xml};

const LABEL: &str = "dev.paceline.watch";

/// The name of its file.
pub(super) fn file_name() -> String {
    format!("{LABEL}.plist")
}

/// The agent (launchd.plist(5)): started at login, and again a minute after it failed.
pub(super) fn agent(words: &[String], home: &str) -> String {
    let words = words.iter().map(|word| format!("    <string>{}</string>\n", of_xml(word)));
    let words = words.collect::<Vec<_>>().concat();
    let log = of_xml(&format!("{home}/Library/Logs/paceline-watch.log"));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n\
         <dict>\n  \
           <key>Label</key>\n  <string>{LABEL}</string>\n  \
           <key>ProgramArguments</key>\n  <array>\n{words}  </array>\n  \
           <key>RunAtLoad</key>\n  <true/>\n  \
           <key>KeepAlive</key>\n  <dict>\n    <key>SuccessfulExit</key>\n    <false/>\n  </dict>\n  \
           <key>ThrottleInterval</key>\n  <integer>60</integer>\n  \
           <key>Umask</key>\n  <integer>63</integer>\n  \
           <key>StandardOutPath</key>\n  <string>{log}</string>\n  \
           <key>StandardErrorPath</key>\n  <string>{log}</string>\n\
         </dict>\n\
         </plist>\n"
    )
}

/// The domain of the user's agents, which their id names.
fn domain() -> String {
    #[cfg(unix)]
    return format!("gui/{}", rustix::process::getuid().as_raw());
    #[cfg(not(unix))]
    return "gui".to_owned();
}

/// An agent that is loaded is unloaded first.
pub(super) fn install(file: &str) -> Vec<Step> {
    vec![stop(), Step::of(&["launchctl", "bootstrap", &domain(), file])]
}

pub(super) fn stop() -> Step {
    Step::that_may_fail(&["launchctl", "bootout", &format!("{}/{LABEL}", domain())])
}
