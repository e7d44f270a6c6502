//! A template, piece by piece.

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words, as they are.
    Text(&'a str),
    /// Where a value goes.
    Hole(Hole<'a>),
}

/// A hole of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole<'a> {
    /// Name of the value.
    pub value: &'a str,
    /// The words of which one agrees with the value, a count; empty where the value itself is written.
    pub forms: Vec<&'a str>,
}

/// The pieces of a template. A brace that is never closed is text.
pub fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((text, after)) = rest.split_once('{') {
        let Some((hole, behind)) = after.split_once('}') else { break };
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        let (value, forms) = match hole.split_once(':') {
            Some((value, forms)) => (value, forms.split('|').collect()),
            None => (hole, Vec::new()),
        };
        pieces.push(Piece::Hole(Hole { value, forms }));
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}
