//! What a change comes from, in sentences.

use measure::format;
use report::plain;
use store::WatchedChange;
use watch::{
    ChangeCauses, MachineCause, ModelChange, ModelSign, NetworkCause, PhaseMove, RequestPhase,
};

/// The sentences, the surest of each kind first; empty if nothing is known.
pub(crate) fn told(change: &WatchedChange) -> Vec<String> {
    let ChangeCauses { phases, whole_ms, network, machine, model } = &change.causes;
    let moved = whole_ms.filter(|_| !phases.is_empty()).map(|whole| moved(whole, phases));
    moved
        .into_iter()
        .chain(network.as_ref().map(with_others))
        .chain(machine.map(strain))
        .chain(other_model(model))
        .collect()
}

/// `What moved: first byte +151 ms (95 % interval: +130 to +172 ms), of +160 ms.`
fn moved(whole: f64, phases: &[PhaseMove]) -> String {
    let each = phases.iter().map(|one| {
        let signed = |ms: f64| signed(ms, one.phase);
        format!(
            "{} {} ms (95 % interval: {} to {} ms)",
            phase(one.phase),
            signed(one.ms),
            signed(one.ms_low),
            signed(one.ms_high)
        )
    });
    let each: Vec<String> = each.collect();
    let is_decode = phases.iter().any(|one| one.phase.is_of_decode());
    let whole = if is_decode {
        String::new()
    } else {
        format!("; TTFT {} ms over the same turns", signed(whole, RequestPhase::FirstByte))
    };
    format!("What moved: {}{whole}.", each.join(", "))
}

/// Milliseconds with a sign: whole ones, or hundredths of a token's.
fn signed(ms: f64, phase: RequestPhase) -> String {
    let digits = usize::from(phase.is_of_decode()) * 2;
    format!("{ms:+.digits$}")
}

fn phase(phase: RequestPhase) -> &'static str {
    match phase {
        RequestPhase::Dns => "DNS lookup (before TTFT)",
        RequestPhase::Connect => "TCP connection (before TTFT)",
        RequestPhase::Tls => "TLS handshake (before TTFT)",
        RequestPhase::RoundTrip => "network round trip (part of first byte)",
        RequestPhase::Queue => "queue as the server tells it (part of first byte)",
        RequestPhase::Prompt => "reading of the prompt as the server tells it (part of first byte)",
        RequestPhase::FirstByte => "first byte",
        RequestPhase::FirstText => "first byte to first text",
        RequestPhase::Decode => "decode per token",
        RequestPhase::ServerDecode => "decode per token as the server tells it",
    }
}

fn with_others(cause: &NetworkCause) -> String {
    let with: Vec<_> = cause.with.iter().map(|name| plain(name)).collect();
    format!(
        "Probably your network: {} of {} unrelated providers moved at the same turns, with {}.",
        format::count(cause.providers),
        format::count(cause.of),
        with.join(" and ")
    )
}

fn strain(cause: MachineCause) -> String {
    format!(
        "Probably this machine: it was late to send or to read in {} of {} turns since, and in {} of {} before.",
        format::count(cause.strained),
        format::count(cause.of),
        format::count(cause.before),
        format::count(cause.of_before)
    )
}

/// What says that another model answers, as surely as the surest of it.
fn other_model(signs: &[ModelSign]) -> Option<String> {
    let surest = signs.iter().map(ModelSign::says).max()?;
    let said: Vec<String> = signs.iter().map(sign).collect();
    let head = match surest {
        ModelChange::Named => "The model that answers changed",
        ModelChange::Probable => "The model that answers probably changed",
        ModelChange::Possible => "The model that answers may have changed",
    };
    Some(format!("{head} at the same turn: {}.", said.join("; ")))
}

fn sign(sign: &ModelSign) -> String {
    let tokens = |tokens: f64| format!("{tokens:.0}");
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    match sign {
        ModelSign::Named { before, after } => {
            format!("the server names {}, {} before", plain(after), plain(before))
        }
        ModelSign::Fingerprint { before, after } => {
            format!("its system fingerprint is {}, {} before", plain(after), plain(before))
        }
        ModelSign::InputTokens { before, after } => format!(
            "the same prompt has {} input tokens, {} before",
            tokens(*after),
            tokens(*before)
        ),
        ModelSign::OutputTokens { ratio, ratio_low, ratio_high } => {
            let signed = |ratio: f64| format!("{:+.0} %", (ratio - 1.0) * 100.0);
            format!(
                "answers have {} tokens (99 % interval: {} to {})",
                signed(*ratio),
                signed(*ratio_low),
                signed(*ratio_high)
            )
        }
        ModelSign::Right { before, after } => {
            format!("{} of answers are right, {} before", percent(*after), percent(*before))
        }
    }
}

#[cfg(test)]
mod tests {
    use store::{ChangeKind, WatchedNumber};

    use super::*;

    fn change(causes: ChangeCauses) -> WatchedChange {
        WatchedChange {
            lane: 0,
            contender: "Acme fast".to_owned(),
            number: WatchedNumber::Ttft,
            kind: ChangeKind::Step,
            at_turn: 5,
            at_s: 0.0,
            since_s: 0.0,
            before: None,
            after: None,
            ratio: Some(1.5),
            ratio_low: None,
            ratio_high: None,
            causes,
        }
    }

    #[test]
    fn each_cause_is_a_sentence_as_sure_as_it_is_known() {
        let of = |phase, ms| PhaseMove { phase, ms, ms_low: ms * 0.5, ms_high: ms * 1.5 };
        let said = told(&change(ChangeCauses {
            phases: vec![of(RequestPhase::FirstByte, 150.2), of(RequestPhase::Dns, -20.0)],
            whole_ms: Some(151.0),
            network: Some(NetworkCause { with: vec!["Globex large".into()], providers: 2, of: 3 }),
            machine: Some(MachineCause { strained: 5, of: 5, before: 1, of_before: 80 }),
            model: vec![
                ModelSign::Fingerprint { before: "fp_a".into(), after: "fp_b\u{1b}[2J".into() },
                ModelSign::Right { before: 0.9, after: 0.4 },
            ],
        }));
        assert_eq!(
            said,
            [
                "What moved: first byte +150 ms (95 % interval: +75 to +225 ms), DNS lookup (before TTFT) -20 ms (95 % interval: -10 \
                 to -30 ms); TTFT +151 ms over the same turns.",
                "Probably your network: 2 of 3 unrelated providers moved at the same turns, with Globex large.",
                "Probably this machine: it was late to send or to read in 5 of 5 turns since, and in 1 of 80 before.",
                "The model that answers probably changed at the same turn: its system fingerprint is fp_b\u{fffd}[2J, fp_a before; 40 % of \
                 answers are right, 90 % before.",
            ]
        );
        assert_eq!(told(&change(ChangeCauses::default())), Vec::<String>::new());
    }

    #[test]
    fn decode_is_told_for_each_token_in_hundredths_of_a_millisecond() {
        let phases =
            vec![PhaseMove { phase: RequestPhase::Decode, ms: 1.234, ms_low: 1.0, ms_high: 1.5 }];
        let causes = ChangeCauses { phases, whole_ms: Some(1.234), ..ChangeCauses::default() };
        assert_eq!(
            told(&change(causes)),
            ["What moved: decode per token +1.23 ms (95 % interval: +1.00 to +1.50 ms)."]
        );
    }
}
