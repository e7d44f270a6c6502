//! What a change comes from, in sentences.

use measure::{Amount, Count, Phrase};
use report::plain;
use store::WatchedChange;
use watch::{
    ChangeCauses, MachineCause, ModelChange, ModelSign, NetworkCause, PhaseMove, RequestPhase,
};

use crate::watches::signed::{percent_more, share, signed};

/// The sentences, the surest of each kind first; empty if nothing is known.
pub(crate) fn told(change: &WatchedChange) -> Vec<Phrase> {
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
fn moved(whole: f64, phases: &[PhaseMove]) -> Phrase {
    let each = phases.iter().map(|one| {
        let digits = digits(one.phase);
        let [ms, low, high] = [one.ms, one.ms_low, one.ms_high].map(|ms| signed(ms, digits));
        phase_moved(phase(one.phase), ms, low, high)
    });
    let is_decode = phases.iter().any(|one| one.phase.is_of_decode());
    let whole = (!is_decode).then(|| ttft_moved(signed(whole, digits(RequestPhase::FirstByte))));
    what_moved(commas(each), whole)
}

/// Clauses with commas between.
fn commas(all: impl Iterator<Item = Phrase>) -> Phrase {
    all.reduce(and).unwrap_or_else(|| Phrase::sentences([]))
}

/// Digits behind the point of milliseconds: none, or hundredths of a token's.
fn digits(phase: RequestPhase) -> u8 {
    if phase.is_of_decode() { 2 } else { 0 }
}

fn phase(phase: RequestPhase) -> Phrase {
    match phase {
        RequestPhase::Dns => dns(),
        RequestPhase::Connect => connect(),
        RequestPhase::Tls => tls(),
        RequestPhase::RoundTrip => round_trip(),
        RequestPhase::Queue => queue(),
        RequestPhase::Prompt => prompt(),
        RequestPhase::FirstByte => first_byte(),
        RequestPhase::FirstText => first_text(),
        RequestPhase::Decode => decode(),
        RequestPhase::ServerDecode => server_decode(),
    }
}

fn with_others(cause: &NetworkCause) -> Phrase {
    let with: Vec<String> = cause.with.iter().map(|name| plain(name).into_owned()).collect();
    let of = Count(f64::from(cause.of));
    probably_network(Count(f64::from(cause.providers)), of, with)
}

fn strain(cause: MachineCause) -> Phrase {
    let count = |number: u32| Count(f64::from(number));
    let MachineCause { strained, of, before, of_before } = cause;
    probably_machine(count(strained), count(of), count(before), count(of_before))
}

/// What says that another model answers, as surely as the surest of it.
fn other_model(signs: &[ModelSign]) -> Option<Phrase> {
    let surest = signs.iter().map(ModelSign::says).max()?;
    let said = Phrase::clauses(signs.iter().map(sign));
    Some(match surest {
        ModelChange::Named => model_changed(said),
        ModelChange::Probable => model_probably_changed(said),
        ModelChange::Possible => model_may_have_changed(said),
    })
}

fn sign(sign: &ModelSign) -> Phrase {
    match sign {
        ModelSign::Named { before, after } => names(&plain(after), &plain(before)),
        ModelSign::Fingerprint { before, after } => fingerprint(&plain(after), &plain(before)),
        ModelSign::InputTokens { before, after } => {
            input_tokens(Amount::digits(*after, 0), Amount::digits(*before, 0))
        }
        ModelSign::OutputTokens { ratio, ratio_low, ratio_high } => {
            output_tokens(percent_more(*ratio), percent_more(*ratio_low), percent_more(*ratio_high))
        }
        ModelSign::Right { before, after } => right(share(Some(*after)), share(Some(*before))),
    }
}

measure::phrases! {
    fn what_moved(phases: Phrase, whole: Option<Phrase>) = "watch.what_moved", "What moved: {phases}{whole}.";
    fn ttft_moved(ms: Phrase) = "watch.ttft_moved", "; TTFT {ms} ms over the same turns";
    fn phase_moved(phase: Phrase, ms: Phrase, low: Phrase, high: Phrase) = "watch.phase_moved", "{phase} {ms} ms (95 % interval: {low} to {high} ms)";
    fn and(some: Phrase, more: Phrase) = "watch.and", "{some}, {more}";
    fn dns() = "watch.dns", "DNS lookup (before TTFT)";
    fn connect() = "watch.connect", "TCP connection (before TTFT)";
    fn tls() = "watch.tls", "TLS handshake (before TTFT)";
    fn round_trip() = "watch.round_trip", "network round trip (part of first byte)";
    fn queue() = "watch.queue", "queue as the server tells it (part of first byte)";
    fn prompt() = "watch.prompt", "reading of the prompt as the server tells it (part of first byte)";
    fn first_byte() = "watch.first_byte", "first byte";
    fn first_text() = "watch.first_text", "first byte to first text";
    fn decode() = "watch.decode", "decode per token";
    fn server_decode() = "watch.server_decode", "decode per token as the server tells it";
    fn probably_network(n: Count, of: Count, with: Vec<String>) = "watch.probably_network", "Probably your network: {n} of {of} unrelated providers moved at the same turns, with {with}.";
    fn probably_machine(n: Count, of: Count, before: Count, of_before: Count) = "watch.probably_machine", "Probably this machine: it was late to send or to read in {n} of {of} turns since, and in {before} of {of_before} before.";
    fn model_changed(signs: Phrase) = "watch.model_changed", "The model that answers changed at the same turn: {signs}.";
    fn model_probably_changed(signs: Phrase) = "watch.model_probably_changed", "The model that answers probably changed at the same turn: {signs}.";
    fn model_may_have_changed(signs: Phrase) = "watch.model_may_have_changed", "The model that answers may have changed at the same turn: {signs}.";
    fn names(after: &str, before: &str) = "watch.names", "the server names {after}, {before} before";
    fn fingerprint(after: &str, before: &str) = "watch.fingerprint", "its system fingerprint is {after}, {before} before";
    fn input_tokens(after: Amount, before: Amount) = "watch.input_tokens", "the same prompt has {after} input tokens, {before} before";
    fn output_tokens(more: Phrase, low: Phrase, high: Phrase) = "watch.output_tokens", "answers have {more} tokens (99 % interval: {low} to {high})";
    fn right(after: Phrase, before: Phrase) = "watch.right", "{after} of answers are right, {before} before";
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

    fn words(phrases: &[Phrase]) -> Vec<String> {
        phrases.iter().map(Phrase::to_string).collect()
    }

    #[test]
    fn each_cause_is_a_sentence_as_sure_as_it_is_known() {
        let of = |phase, ms| PhaseMove { phase, ms, ms_low: ms * 0.5, ms_high: ms * 1.5 };
        let said = words(&told(&change(ChangeCauses {
            phases: vec![of(RequestPhase::FirstByte, 150.2), of(RequestPhase::Dns, -20.0)],
            whole_ms: Some(151.0),
            network: Some(NetworkCause { with: vec!["Globex large".into()], providers: 2, of: 3 }),
            machine: Some(MachineCause { strained: 5, of: 5, before: 1, of_before: 80 }),
            model: vec![
                ModelSign::Fingerprint { before: "fp_a".into(), after: "fp_b\u{1b}[2J".into() },
                ModelSign::Right { before: 0.9, after: 0.4 },
            ],
        })));
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
        assert_eq!(told(&change(ChangeCauses::default())), []);
    }

    #[test]
    fn decode_is_told_for_each_token_in_hundredths_of_a_millisecond() {
        let phases =
            vec![PhaseMove { phase: RequestPhase::Decode, ms: 1.234, ms_low: 1.0, ms_high: 1.5 }];
        let causes = ChangeCauses { phases, whole_ms: Some(1.234), ..ChangeCauses::default() };
        assert_eq!(
            words(&told(&change(causes))),
            ["What moved: decode per token +1.23 ms (95 % interval: +1.00 to +1.50 ms)."]
        );
    }
}
