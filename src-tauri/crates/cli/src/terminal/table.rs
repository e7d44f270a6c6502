//! A table that fits the terminal: in columns if there is room, otherwise one block per row.

use std::borrow::Cow;

use crate::terminal::{Ink, Tone, words};

/// Indent of the lines of a block below its first.
const INDENT: &str = "    ";

/// One column.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    title: Cow<'static, str>,
    /// Numbers are right-aligned.
    is_number: bool,
}

impl Column {
    pub(crate) const fn text(title: &'static str) -> Self {
        Self { title: Cow::Borrowed(title), is_number: false }
    }

    pub(crate) const fn number(title: &'static str) -> Self {
        Self { title: Cow::Borrowed(title), is_number: true }
    }

    /// A column of numbers with a computed title.
    pub(crate) fn numbers_of(title: impl Into<Cow<'static, str>>) -> Self {
        Self { title: title.into(), is_number: true }
    }
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    text: String,
    tone: Tone,
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Normal }
    }

    pub(crate) fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }

    fn width(&self) -> usize {
        words::columns(&self.text)
    }
}

/// A table. Empty columns are omitted.
#[derive(Debug, Default)]
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(crate) fn new(columns: &[Column]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, one cell per column.
    pub(crate) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// The rendered table, at most `width` columns wide if given. Ends with a newline unless empty.
    pub(crate) fn drawn(&self, width: Option<usize>, ink: Ink) -> String {
        let widths = self.widths();
        let fits = |gap: usize| {
            let shown = widths.iter().filter(|width| **width > 0);
            let all = shown.clone().sum::<usize>() + shown.count().saturating_sub(1) * gap;
            width.is_none_or(|width| all <= width)
        };
        match [2, 1].into_iter().find(|gap| fits(*gap)) {
            Some(gap) => self.in_columns(&widths, &" ".repeat(gap), ink),
            None => self.in_blocks(width.unwrap_or_default(), ink),
        }
    }

    /// Width of each column; 0 if omitted.
    fn widths(&self) -> Vec<usize> {
        let widest = |index: usize| {
            self.rows.iter().filter_map(|row| row.get(index)).map(Cell::width).max().unwrap_or(0)
        };
        let columns = self.columns.iter().enumerate();
        columns
            .map(|(index, column)| match widest(index) {
                0 => 0,
                cells => cells.max(words::columns(&column.title)),
            })
            .collect()
    }

    fn in_columns(&self, widths: &[usize], gap: &str, ink: Ink) -> String {
        let titles: Vec<Cell> = self
            .columns
            .iter()
            .map(|column| Cell::toned(column.title.clone(), Tone::Faint))
            .collect();
        let mut out = String::new();
        for row in std::iter::once(&titles).chain(&self.rows) {
            let cells = row.iter().zip(&self.columns).zip(widths).filter(|(_, width)| **width > 0);
            let line: Vec<String> = cells
                .map(|((cell, column), width)| {
                    let padding = " ".repeat(width.saturating_sub(cell.width()));
                    let text = ink.paint(cell.tone, &cell.text);
                    if column.is_number { padding + &text } else { text + &padding }
                })
                .collect();
            out.push_str(line.join(gap).trim_end());
            out.push('\n');
        }
        out
    }

    fn in_blocks(&self, width: usize, ink: Ink) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let mut cells = row.iter().zip(&self.columns);
            if let Some((name, _)) = cells.next() {
                out.push_str(&ink.paint(name.tone, &name.text));
                out.push('\n');
            }
            let mut line = String::new();
            let mut used = 0;
            for (cell, column) in cells.filter(|(cell, _)| cell.width() > 0) {
                let needed = words::columns(&column.title) + 1 + cell.width();
                let separator = if used == 0 { INDENT } else { ", " };
                if used > 0 && used + separator.len() + needed > width {
                    out.push_str(&line);
                    out.push('\n');
                    line.clear();
                    used = 0;
                }
                let separator = if used == 0 { INDENT } else { separator };
                line.push_str(separator);
                line.push_str(&ink.paint(Tone::Faint, &column.title));
                line.push(' ');
                line.push_str(&ink.paint(cell.tone, &cell.text));
                used += separator.len() + needed;
            }
            if used > 0 {
                out.push_str(&line);
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table =
            Table::new(&[Column::text("Lane"), Column::number("tok/s"), Column::text("Cost")]);
        table.push(vec![Cell::new("one"), Cell::new("2,101"), Cell::default()]);
        table.push(vec![Cell::new("number two"), Cell::new("87.4"), Cell::default()]);
        table
    }

    #[test]
    fn numbers_stand_below_each_other_and_an_empty_column_is_left_out() {
        assert_eq!(
            table().drawn(None, Ink::Plain),
            "Lane        tok/s\none         2,101\nnumber two   87.4\n",
            "names to the left, numbers to the right, and no column of costs that nobody has"
        );
    }

    #[test]
    fn wide_letters_and_emoji_move_no_column() {
        let mut table = Table::new(&[Column::text("Lane"), Column::number("tok/s")]);
        for name in ["通义千问", "モデル🚀", "e\u{301}te\u{301}", "plain"] {
            table.push(vec![Cell::new(name), Cell::new("7")]);
        }
        assert_eq!(
            table.drawn(None, Ink::Plain),
            "Lane      tok/s\n通义千问      7\nモデル🚀      7\ne\u{301}te\u{301}           7\nplain         7\n",
            "a wide letter takes two columns of a terminal, an accent none"
        );
    }

    #[test]
    fn colour_moves_no_column() {
        let mut coloured = table();
        coloured.push(vec![
            Cell::toned("x", Tone::Bad),
            Cell::toned("1", Tone::Good),
            Cell::default(),
        ]);
        let drawn = coloured.drawn(None, Ink::Coloured);
        let last = drawn.lines().last().expect("three rows");
        assert!(last.contains('\u{1b}'), "it is coloured");
        let mut visible = String::new();
        let mut escaped = false;
        for c in last.chars() {
            match c {
                '\u{1b}' => escaped = true,
                'm' if escaped => escaped = false,
                c if !escaped => visible.push(c),
                _ => {}
            }
        }
        assert_eq!(visible, "x               1", "the padding is that of the text alone");
    }

    #[test]
    fn a_narrow_terminal_gets_blocks_within_its_width() {
        let drawn = table().drawn(Some(15), Ink::Plain);
        assert_eq!(
            drawn, "one\n    tok/s 2,101\nnumber two\n    tok/s 87.4\n",
            "16 columns do not fit into 15"
        );
        assert_eq!(
            table().drawn(Some(16), Ink::Plain).lines().next(),
            Some("Lane       tok/s"),
            "they fit into 16, a little closer together"
        );
    }
}
