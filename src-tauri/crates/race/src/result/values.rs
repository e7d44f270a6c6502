//! The values of a sample by metric: the one place that maps the catalogue to the sample's fields.

use measure::{Metric, Values, Warning};

use crate::result::sample::Sample;

impl Sample {
    /// The value of one metric; `None` if undefined or unknown.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        let speed = &self.speed;
        match metric {
            Metric::TtftMs => speed.ttft_ms,
            Metric::TtfatMs => speed.ttfat_ms,
            Metric::TtftPerceivedMs => speed.ttft_perceived_ms,
            Metric::TtfsMs => speed.ttfs_ms,
            Metric::ToolCallMs => speed.tool_call_ms,
            Metric::ToolArgumentsMs => speed.tool_arguments_ms,
            Metric::ToolCallsMs => speed.tool_calls_ms,
            Metric::ToolCalls => speed.tool_calls.map(f64::from),
            Metric::RequestWrittenMs => speed.request_written_ms,
            Metric::TtfbMs => speed.ttfb_ms,
            Metric::TtfbHeadersMs => speed.ttfb_headers_ms,
            Metric::FirstEventMs => speed.first_event_ms,
            Metric::CreateTimeMs => speed.create_time_ms,
            Metric::ConnectTimeMs => speed.connect_time_ms,
            Metric::RttMs => speed.rtt_ms,
            Metric::TtftLessNetworkMs => speed.ttft_less_network_ms,
            Metric::ThinkingTimeMs => speed.thinking_time_ms,
            Metric::LatencyMs => speed.latency_ms,
            Metric::LatencyPerceivedMs => speed.latency_perceived_ms,
            Metric::DecodeTimeMs => speed.decode_time_ms,
            Metric::StreamTailMs => speed.stream_tail_ms,
            Metric::DecodeTps => speed.decode_tps,
            Metric::AnswerTps => speed.answer_tps,
            Metric::ReasoningTps => speed.reasoning_tps,
            Metric::NeutralTps => speed.neutral_tps,
            Metric::CharactersPerS => speed.characters_per_s,
            Metric::FirstReadTokens => speed.first_read_tokens,
            Metric::E2eTps => speed.e2e_tps,
            Metric::TpotMs => speed.tpot_ms,
            Metric::PrefillTps => self.prefill_tps,
            Metric::TokensPerChunk => speed.tokens_per_chunk,
            Metric::Chunks => Some(f64::from(speed.chunks)),
            Metric::IclP50Ms => speed.icl_p50_ms,
            Metric::IclP99Ms => speed.icl_p99_ms,
            Metric::MaxGapMs => speed.max_gap_ms,
            Metric::Stalls => speed.stalls.map(f64::from),
            Metric::BurstRatio => speed.burst_ratio,
            Metric::OutTokens => self.out_tokens_server.or(self.out_tokens_neutral).map(f64::from),
            Metric::OutTokensServer => self.out_tokens_server.map(f64::from),
            Metric::OutTokensNeutral => self.out_tokens_neutral.map(f64::from),
            Metric::AnswerTokensNeutral => self.answer_tokens_neutral.map(f64::from),
            Metric::CountDiffPct => self.count_diff_pct,
            Metric::OslDiffPct => self.osl_diff_pct,
            Metric::ReasoningTokensServer => self.reasoning_tokens_server.map(f64::from),
            Metric::AnswerTokensServer => self.answer_tokens_server.map(f64::from),
            Metric::InTokensServer => self.in_tokens_server.map(f64::from),
            Metric::CachedReadTokens => self.cached_read_tokens.map(f64::from),
            Metric::CachedShare => self.cached_share,
            Metric::CachedWriteTokens => self.cached_write_tokens.map(f64::from),
            Metric::AcceptedPredictionTokens => self.accepted_prediction_tokens.map(f64::from),
            Metric::RejectedPredictionTokens => self.rejected_prediction_tokens.map(f64::from),
            Metric::CostUsd => self.cost_usd,
        }
    }

    /// The values of all metrics. If the machine slept or its clock was set during the request, times and speeds are
    /// absent, because they are invalid.
    pub fn values(&self) -> Values {
        let slept = self.doubts.contains(&Warning::ClockGap);
        Values::of(|metric| self.value(metric).filter(|_| !(slept && metric.is_timed())))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use measure::Speed;
    use serde_json::Value;

    use super::*;
    use crate::result::status::Status;
    use crate::testing::sample;

    /// A sample in which every number is different.
    fn numbered() -> (Sample, BTreeMap<&'static str, f64>) {
        let mut written = serde_json::to_value(sample(Status::Ok)).expect("a sample is JSON");
        let fields = written.as_object_mut().expect("with fields");
        let known: BTreeMap<&'static str, f64> =
            (1_u32..).zip(Metric::ALL).map(|(n, metric)| (metric.id(), f64::from(n))).collect();
        for (id, value) in &known {
            let whole = format!("{value:.0}").parse::<u32>().expect("a whole number");
            fields.insert((*id).to_owned(), Value::from(whole));
        }
        (serde_json::from_value(written).expect("it is a sample"), known)
    }

    #[test]
    fn every_metric_is_the_field_of_its_name_in_the_document() {
        let (sample, known) = numbered();
        for (metric, value) in sample.values().iter() {
            // The only number without its own field: the server's count or, without one, ours.
            let field = if metric == Metric::OutTokens { Metric::OutTokensServer } else { metric };
            assert_eq!(value, known.get(field.id()).copied(), "{}", metric.id());
        }
    }

    #[test]
    fn every_number_of_a_stream_is_in_the_catalogue() {
        let (sample, _) = numbered();
        let Speed { .. } = &sample.speed;
        let written = serde_json::to_value(&sample.speed).expect("a speed is JSON");
        for id in written.as_object().expect("with fields").keys() {
            assert!(Metric::by_id(id).is_some(), "{id} is explained nowhere");
        }
    }

    #[test]
    fn a_request_that_the_machine_slept_through_has_its_tokens_and_no_times() {
        let (mut sample, _) = numbered();
        sample.doubts.push(Warning::ClockGap);
        let values = sample.values();
        assert_eq!(values.get(Metric::TtftMs), None, "its times are of no clock");
        assert_eq!(values.get(Metric::DecodeTps), None, "nor are its speeds");
        assert!(values.get(Metric::OutTokens).is_some(), "its tokens came all the same");
        assert!(values.get(Metric::CostUsd).is_some(), "and cost what they cost");
    }
}
