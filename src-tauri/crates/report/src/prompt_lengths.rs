//! The waits of a race whose prompts are of very different lengths: at the shortest and at the longest of them, since no request had
//! the median over all.

use measure::{AtPromptLength, Metric, format, waits_for_the_prompt};
use race::{Lane, Run};

use crate::names::names;

/// A metric of a lane as a cell of a table quotes it: from that of its shortest prompts to that of its longest, each as `written`. `None`
/// where its prompts are of about one length, or the metric does not depend on them.
pub fn between_prompt_ends(
    lane: &Lane,
    metric: Metric,
    written: impl Fn(f64) -> String,
) -> Option<String> {
    let ends = lane.prompt_ends().filter(|_| waits_for_the_prompt(metric))?;
    let [short, long] = ends.map(|end| end.value(metric).map(&written));
    Some(format!("{} to {}", short?, long?))
}

/// What each lane takes at its shortest and at its longest prompts, in a sentence; `None` if all prompts of each are of about one length.
pub fn prompt_lengths(run: &Run) -> Option<String> {
    let of = |(lane, name): (&Lane, String)| {
        let ends = lane.prompt_ends()?.map(|end| of_end(&end));
        Some(format!("{name}: {}", ends.join("; ")))
    };
    let lanes: Vec<String> = run.lanes.iter().zip(names(run)).filter_map(of).collect();
    (!lanes.is_empty()).then(|| {
        format!(
            "Prompts are of very different lengths, so no wait over all of them is quoted: {}.",
            lanes.join("; ")
        )
    })
}

fn of_end(end: &AtPromptLength) -> String {
    let waits = Metric::ALL.into_iter().filter(|metric| waits_for_the_prompt(*metric));
    let known = waits.filter_map(|metric| {
        let (known, value) = (metric.definition(), end.value(metric)?);
        Some(format!("{} {}", known.short, known.unit.written(value)))
    });
    let numbers = known.collect::<Vec<_>>().join(", ");
    let n = format::several(end.n as usize, "request");
    format!("{numbers} at {} tokens in ({n})", format::whole(end.in_tokens))
}

#[cfg(test)]
mod tests {
    use measure::Spread;
    use race::Sample;

    use super::*;

    #[test]
    fn a_set_of_short_and_long_prompts_is_quoted_at_both_ends() {
        let mut run = crate::fixtures::run("a");
        assert_eq!(prompt_lengths(&run), None, "one prompt has one length");
        let Some(lane) = run.lanes.first_mut() else { panic!("it has a lane") };
        let one: Sample = serde_json::from_value(serde_json::json!({
            "status": "ok", "stalls": 0, "chunks": 9, "reasoning_type": "none", "attempts": 1,
            "ticks_ms": [], "text": "a", "reasoning": "", "doubts": [],
        }))
        .expect("a sample");
        let rows = [(90, 81.0), (1_705, 393.0), (8_505, 1_755.0)];
        lane.samples = (0..4)
            .flat_map(|_| rows)
            .map(|(tokens, ms)| {
                let mut sample = one.clone();
                sample.in_tokens_server = Some(tokens);
                sample.speed.ttft_ms = Some(ms);
                sample
            })
            .collect();
        lane.summary.insert("ttft_ms".to_owned(), Spread::of([393.0; 6]).expect("six values"));
        let cell = between_prompt_ends(lane, Metric::TtftMs, |ms| format!("{ms}"));
        assert_eq!(cell.as_deref(), Some("81 to 1755"));
        assert_eq!(between_prompt_ends(lane, Metric::DecodeTps, |it| format!("{it}")), None);
        let said = prompt_lengths(&run).expect("they are far apart");
        assert!(said.contains(" at 90 tokens in (4 requests); "), "{said}");
        assert!(said.contains(" at 8,505 tokens in (4 requests)"), "{said}");
        let tables = crate::summaries::summaries(&run);
        let lanes = tables.first().expect("a table of lanes");
        assert!(lanes.findings.contains(&said), "and so does Markdown");
        let row = lanes.rows.first().expect("a row").join(" ");
        assert!(row.contains("81.0 ms to ") && !row.contains("393"), "no request's median: {row}");
    }
}
