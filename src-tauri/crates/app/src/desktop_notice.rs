//! Notifications of the system's desktop.

use std::time::Duration;

/// Shows a notification, and waits that long at most until the desktop has taken it.
///
/// # Errors
/// Why it could not be shown, in a sentence.
pub async fn desktop_notice(title: String, text: String, longest: Duration) -> Result<(), String> {
    // What is shown may hold names of contenders, and some desktops read marks in it.
    let (title, text) = (without_marks(&title), without_marks(&text));
    let (tell, told) = tokio::sync::oneshot::channel();
    // A thread of its own: one of the engine's would keep the process from ending while a desktop does not answer.
    std::thread::spawn(move || {
        let mut notice = notify_rust::Notification::new();
        notice.appname("Paceline").summary(&title).body(&text);
        let shown = notice.show().map(drop).map_err(|error| error.to_string());
        // Nobody waits any more.
        let _late = tell.send(shown);
    });
    let shown = match tokio::time::timeout(longest, told).await {
        Ok(told) => told.unwrap_or_else(|_| Err("its thread ended".to_owned())),
        Err(_) => Err(format!("it did not answer within {} s", longest.as_secs())),
    };
    shown.map_err(|why| {
        let why = report::plain(&why).into_owned();
        format!("The desktop shows no notification: {}", crate::text::sentence(&why))
    })
}

/// Text in which no desktop finds a mark: the specification has `<b>`, `<a>` and `<img>`, and entities.
fn without_marks(text: &str) -> String {
    let text = report::plain(text);
    if cfg!(any(target_os = "macos", windows)) {
        return text.into_owned();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(any(target_os = "macos", windows)))]
    #[test]
    fn a_name_of_a_server_is_no_mark_of_the_desktop() {
        let said = without_marks("<img src=\"http://a.example/x\"> & <b>B</b>\u{1b}[2J");
        assert!(!said.contains('<') && !said.contains('\u{1b}'), "{said}");
        assert!(said.starts_with("&lt;img") && said.contains("&amp;"), "{said}");
    }
}
