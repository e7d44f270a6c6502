//! What the marks of a photo finish mean: one line, with those that occur.

use maud::{Markup, html};
use measure::format;

use super::Shown;

impl Shown<'_> {
    /// The window says the same, `ui/src/run/finish/legend.ts`.
    pub(super) fn legend(&self) -> Markup {
        let lanes = || self.photo.lanes.iter().enumerate();
        let later =
            lanes().any(|(index, of)| self.unsure(index).is_none() && of.total > of.written);
        let within = lanes().any(|(index, _)| self.within(index).is_some());
        let shared = Some(self.why_shared().to_owned()).filter(|why| !why.is_empty());
        let notch = self.notch_ms.map(|step| format!("each {}", format::seconds(step)));
        let marks = [
            ("done", later.then(|| "written when the first crossed".to_owned())),
            ("rest", later.then(|| "written later".to_owned())),
            ("notch", notch),
            ("think", lanes().any(|(_, of)| of.thought > 0).then(|| "thinking".to_owned())),
            ("within", within.then(|| "95 % interval".to_owned())),
            ("unsure", shared),
            (
                "step",
                lanes().any(|(_, of)| !of.earlier.is_empty()).then(|| "earlier step".to_owned()),
            ),
        ];
        html! {
            ul.legend aria-label="What the marks mean" {
                @for (class, text) in marks {
                    @if let Some(text) = text { li { i class=(class) {} (text) } }
                }
            }
        }
    }
}
