//! Questions that only the user may answer: whether a command may check answers on this machine, whether the history moves to a
//! folder, whether a page is opened in the browser, and whether the window's own is loaded again when it keeps ending. The system's
//! own dialog asks them, outside the page: a script in the page is not the user.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use app::{Language, allow_command};
use tauri::{AppHandle, Manager, Url};

use crate::failure::Failure;

/// Held while a question is shown.
static SHOWN: Mutex<()> = Mutex::new(());

/// Asks about each of these commands, in the language of the window, and keeps what is allowed. Returns whether all are.
///
/// # Errors
/// If what is allowed cannot be kept, or something is being asked already.
pub(crate) fn asked(
    handle: &AppHandle,
    language: Language,
    commands: &[String],
) -> Result<bool, Failure> {
    for command in commands {
        if !is_allowed(handle, Question::of_command(language, command))? {
            return Ok(false);
        }
        allow_command(command)
            .map_err(|error| Failure::File { message: app::sentence(&error.to_string()) })?;
    }
    Ok(true)
}

/// Asks whether the history moves to this folder, in the language of the window.
///
/// # Errors
/// If something is being asked already.
pub(crate) fn may_move(
    handle: &AppHandle,
    language: Language,
    folder: &Path,
) -> Result<bool, Failure> {
    is_allowed(handle, Question::of_move(language, folder))
}

/// Asks whether this page is opened in the browser, in the language of the window.
///
/// # Errors
/// If something is being asked already.
pub(crate) fn may_open(
    handle: &AppHandle,
    language: Language,
    page: &Url,
) -> Result<bool, Failure> {
    is_allowed(handle, Question::of_page(language, page))
}

/// Asks whether a page that keeps ending is loaded again; the other answer closes the window.
///
/// # Errors
/// If something is being asked already.
#[cfg(target_os = "linux")]
pub(crate) fn may_load_again(handle: &AppHandle, language: Language) -> Result<bool, Failure> {
    is_allowed(handle, Question::of_ended_page(language))
}

/// What is asked, and the two answers.
struct Question {
    title: String,
    text: String,
    yes: &'static str,
    no: &'static str,
}

impl Question {
    fn of_move(language: Language, folder: &Path) -> Self {
        let folder = folder.display().to_string();
        let folder = report::plain(&folder);
        match known(language) {
            Language::German => Self {
                title: "Datenordner verschieben?".to_owned(),
                text: format!(
                    "Der Verlauf wird nach {folder} kopiert, und Paceline startet neu. Aus dem alten Ordner wird nichts gelöscht."
                ),
                yes: "Verschieben und neu starten",
                no: "Abbrechen",
            },
            Language::Chinese => Self {
                title: "移动数据文件夹？".to_owned(),
                text: format!(
                    "历史记录会复制到 {folder}，随后 Paceline 重新启动。旧文件夹中不会删除任何内容。"
                ),
                yes: "移动并重新启动",
                no: "取消",
            },
            _ => Self {
                title: "Move the data folder?".to_owned(),
                text: format!(
                    "The history is copied to {folder}, and Paceline restarts. Nothing is removed from the old folder."
                ),
                yes: "Move and restart",
                no: "Cancel",
            },
        }
    }

    /// The host and the address are as the network knows them: a look-alike letter of another alphabet shows.
    fn of_page(language: Language, page: &Url) -> Self {
        let (host, text) = (page.host_str().unwrap_or_default(), page.to_string());
        match known(language) {
            Language::German => Self {
                title: format!("{host} im Browser öffnen?"),
                text,
                yes: "Öffnen",
                no: "Abbrechen",
            },
            Language::Chinese => {
                Self {
                    title: format!("在浏览器中打开 {host}？"), text, yes: "打开", no: "取消"
                }
            }
            _ => Self {
                title: format!("Open {host} in the browser?"),
                text,
                yes: "Open",
                no: "Cancel",
            },
        }
    }

    #[cfg(any(target_os = "linux", test))]
    fn of_ended_page(language: Language) -> Self {
        match known(language) {
            Language::German => Self {
                title: "Die Anzeige ist mehrmals abgestürzt".to_owned(),
                text: "Der Prozess, der dieses Fenster zeichnet, ist mehrmals kurz nacheinander beendet worden, etwa weil der \
                       Arbeitsspeicher nicht reicht. Was läuft, läuft weiter und wird gespeichert. Schließen Sie andere Programme, \
                       bevor Sie die Anzeige neu laden. Wird Paceline beendet, hält der Lauf an, und was er gemessen hat, bleibt."
                    .to_owned(),
                yes: "Neu laden",
                no: "Paceline beenden",
            },
            Language::Chinese => Self {
                title: "界面已多次崩溃".to_owned(),
                text: "绘制此窗口的进程在短时间内多次意外结束，可能是内存不足。正在进行的运行会继续，并会保存。重新加载前请先关闭其他程序。\
                       如果退出 Paceline，运行会停止，已测得的结果会保留。"
                    .to_owned(),
                yes: "重新加载",
                no: "退出 Paceline",
            },
            _ => Self {
                title: "The window's page keeps ending".to_owned(),
                text: "The process that draws this window ended several times in a row, perhaps because memory is short. What is \
                       running goes on and is saved. Close other programs before you load the page again. If you quit Paceline, \
                       the run stops, and what it measured is kept."
                    .to_owned(),
                yes: "Load again",
                no: "Quit Paceline",
            },
        }
    }

    fn of_command(language: Language, command: &str) -> Self {
        match known(language) {
            Language::German => Self {
                title: "Diesen Befehl ausführen?".to_owned(),
                text: format!(
                    "Eine Prüfung dieses Laufs ist ein Befehl. Er würde mit Ihren Rechten auf diesem Rechner laufen, einmal für jede \
                     Antwort:\n\n{command}\n\nErlauben Sie ihn nur, wenn Sie ihn geschrieben haben oder wissen, was er tut. Die Erlaubnis \
                     gilt für genau diesen Befehl und lässt sich in den Einstellungen zurücknehmen."
                ),
                yes: "Erlauben",
                no: "Nicht erlauben",
            },
            Language::Chinese => Self {
                title: "运行这个命令？".to_owned(),
                text: format!(
                    "本次运行有一项检查是命令。它将以您的权限在这台电脑上运行，每个回答一次：\n\n{command}\n\n只有当您自己写了它，或清楚它的\
                     作用时才允许。许可只对这个命令的原文有效，可在设置中撤回。"
                ),
                yes: "允许",
                no: "不允许",
            },
            _ => Self {
                title: "Run this command?".to_owned(),
                text: format!(
                    "A check of this run is a command. It would run on this machine with your rights, once for each answer:\n\n{command}\n\n\
                     Allow it only if you wrote it or know what it does. It is allowed word for word, and that can be taken back in \
                     Settings."
                ),
                yes: "Allow",
                no: "Do not allow",
            },
        }
    }
}

/// The language of the window, as far as it is known outside the page.
fn known(language: Language) -> Language {
    if language != Language::System {
        return language;
    }
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let locale = names.iter().find_map(|name| std::env::var(name).ok().filter(|it| !it.is_empty()));
    match locale.as_deref().and_then(|locale| locale.get(..2)) {
        Some("de") => Language::German,
        Some("zh") => Language::Chinese,
        _ => Language::English,
    }
}

/// Waits for the user's answer, on a thread that may block. One question is shown at a time: a script that asked a thousand times
/// would be answered by whoever is tired of it.
fn is_allowed(handle: &AppHandle, question: Question) -> Result<bool, Failure> {
    let Ok(_shown_alone) = SHOWN.try_lock() else {
        let message = "A question of Paceline is open. Answer it first.".to_owned();
        return Err(Failure::Busy { message });
    };
    let (tell, told) = channel();
    let of_window = handle.clone();
    // Systems show a dialog from the thread of the window alone.
    let shown = handle.run_on_main_thread(move || show(&of_window, &question, tell));
    Ok(shown.is_ok() && told.recv().unwrap_or(false))
}

/// Shows the dialog. Whoever presses Enter or Escape without reading does not allow anything.
#[cfg(target_os = "linux")]
fn show(handle: &AppHandle, question: &Question, tell: Sender<bool>) {
    use gtk::prelude::{DialogExt, GtkWindowExt, MessageDialogExt, WidgetExt};

    let parent = handle.get_webview_window("main").and_then(|window| window.gtk_window().ok());
    let dialog = gtk::MessageDialog::new(
        parent.as_ref(),
        gtk::DialogFlags::MODAL,
        gtk::MessageType::Warning,
        gtk::ButtonsType::None,
        &question.title,
    );
    dialog.set_title(&question.title);
    dialog.set_secondary_text(Some(&question.text));
    dialog.add_button(question.no, gtk::ResponseType::Cancel);
    dialog.add_button(question.yes, gtk::ResponseType::Accept);
    dialog.set_default_response(gtk::ResponseType::Cancel);
    dialog.connect_response(move |dialog, response| {
        // Closing it is a response too, of which nobody waits any more.
        let _nobody_waits = tell.send(response == gtk::ResponseType::Accept);
        dialog.close();
    });
    dialog.show_all();
}

/// Shows the dialog.
#[cfg(not(target_os = "linux"))]
fn show(handle: &AppHandle, question: &Question, tell: Sender<bool>) {
    use rfd::{AsyncMessageDialog, MessageButtons, MessageDialogResult, MessageLevel};

    let dialog = AsyncMessageDialog::new()
        .set_level(MessageLevel::Warning)
        .set_title(&question.title)
        .set_description(&question.text)
        .set_buttons(MessageButtons::OkCancelCustom(question.yes.into(), question.no.into()));
    let dialog = match handle.get_webview_window("main") {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    };
    let (answer, yes) = (dialog.show(), question.yes);
    tauri::async_runtime::spawn(async move {
        let is_yes = match answer.await {
            MessageDialogResult::Ok | MessageDialogResult::Yes => true,
            MessageDialogResult::Custom(chosen) => chosen == yes,
            MessageDialogResult::No | MessageDialogResult::Cancel => false,
        };
        let _nobody_waits = tell.send(is_yes);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_asked_sees_the_whole_command_in_every_language() {
        let command = "python3 /opt/check.py --strict";
        let languages = [Language::English, Language::German, Language::Chinese];
        let questions = languages.map(|language| Question::of_command(language, command));
        for question in &questions {
            assert!(question.text.contains(&format!("\n\n{command}\n\n")), "{}", question.text);
            assert_ne!(question.yes, question.no);
        }
        assert_ne!(questions[0].text, questions[1].text);
        assert_ne!(questions[1].text, questions[2].text);
    }

    #[test]
    fn who_is_asked_about_a_page_sees_its_host_and_its_whole_address_in_every_language() {
        let page = Url::parse("https://аpple.example/a?b=\u{202e}c").expect("an address");
        let languages = [Language::English, Language::German, Language::Chinese];
        let questions = languages.map(|language| Question::of_page(language, &page));
        for question in &questions {
            let (title, text) = (&question.title, &question.text);
            assert!(
                title.contains("xn--pple-43d.example"),
                "its first letter is Cyrillic: {title}"
            );
            assert_eq!(text, "https://xn--pple-43d.example/a?b=%E2%80%AEc", "nothing is unseen");
            assert_ne!(question.yes, question.no);
        }
        assert_ne!(questions[0].title, questions[1].title);
        assert_ne!(questions[1].title, questions[2].title);
    }
}
