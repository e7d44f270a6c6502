//! A badge: the outcome as a small picture.

use maud::html;

use crate::decision::Outcome;
use crate::document::GateDocument;

/// Width of a character of 11 pixels, on average, in pixels.
const CHARACTER: usize = 7;

/// The outcome as an SVG of 20 pixels height. It loads nothing and holds no script.
pub fn badge(document: &GateDocument) -> String {
    let (left, right) = ("paceline", document.outcome.words());
    // Each colour has a contrast of 4.5 or more against white.
    let colour = match document.outcome {
        Outcome::Pass => "#1f7a3f",
        Outcome::Fail => "#b3261e",
        Outcome::NotEnoughData => "#6b6b6b",
    };
    let (of_left, of_right) = (left.len() * CHARACTER + 10, right.len() * CHARACTER + 10);
    let width = of_left + of_right;
    let title = document.headline();
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height="20" role="img" aria-label=(format!("{left}: {right}")) {
            title { (title) }
            rect width=(of_left) height="20" rx="3" fill="#3d3d3d" {}
            rect x=(of_left) width=(of_right) height="20" rx="3" fill=(colour) {}
            g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle" {
                text x=(of_left / 2) y="14" { (left) }
                text x=(of_left + of_right / 2) y="14" { (right) }
            }
        }
    };
    picture.into_string() + "\n"
}
