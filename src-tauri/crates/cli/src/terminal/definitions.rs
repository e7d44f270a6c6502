//! What each number means, where `--explain` asks for it.

use measure::{DEF_VERSION, definitions as known_numbers};

use crate::terminal::{Terminal, Tone, words};

/// Every definition, a paragraph each.
pub(crate) fn definitions(terminal: Option<Terminal>) -> String {
    let ink = terminal.map_or(crate::terminal::Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let title = format!("What the numbers mean (definitions, version {DEF_VERSION})");
    let mut out = format!("\n{}\n", ink.paint(Tone::Strong, &title));
    for known in known_numbers() {
        let absent = match known.absent {
            "" => String::new(),
            why => format!(" Absent where {why}."),
        };
        let text = format!("{} ({}): {}{absent}", known.name, known.id, known.formula);
        out.push_str(&words::wrapped(&text, width, "    "));
        out.push('\n');
    }
    out
}
