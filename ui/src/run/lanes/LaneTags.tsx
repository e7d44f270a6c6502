/** The footer of a lane's card: outcome, warnings, token counter. */

import type { Adjustment, Sample, Warning } from "../../backend/backend";
import { count, durationWithUnit, milliseconds } from "../../strings/numbers";
import { sentences } from "../../strings/phrases";
import { doubts as doubtWords, faults, statuses, tokenSources } from "../../strings/results";
import { strings } from "../../strings/strings";
import { Tag } from "../../ui/controls";
import { tokensOf } from "../figures";
import { isThinned, type LiveLane } from "../race";
import { isWrong } from "../right";
import { outcomeOf } from "../track/trackGeometry";
import { adjusted, doubtAdvice } from "./adjusted";
import { RightTag } from "./RightTag";

const w = strings.stage.outcome;

/** The answer's length, and why it ended: an answer that stops early is not fast. */
function Ending({ sample, limit }: { sample: Sample; limit: number | null }) {
  const outcome = outcomeOf(sample.status);
  const { finish_reason, doubts } = sample;
  const reason = finish_reason ? w.reason(finish_reason) : w.noReason;
  if (outcome === "failed")
    return (
      <Tag tone="bad" advice={finish_reason ? reason : undefined}>
        {statuses[sample.status]}
      </Tag>
    );
  const tokens = count(tokensOf(sample));
  if (outcome === "stopped") return <Tag>{`${statuses[sample.status]} · ${tokens}`}</Tag>;
  const cut = doubts.includes("stopped_at_limit");
  const allowed = limit === null ? null : count(limit);
  const whole = allowed === null ? w.stoppedFreely(tokens) : w.stopped(tokens, allowed);
  const long = cut
    ? cutWords(sample, limit)
    : finish_reason
      ? `${whole} · ${finish_reason}`
      : whole;
  const advice = cut
    ? `${doubtWords.stopped_at_limit.advice} ${countsOf(sample)} ${reason}`
    : `${whole}. ${reason}`;
  const short = cut && allowed !== null ? w.cut(allowed) : allowed === null ? tokens : null;
  return (
    <Tag tone={cut ? "warn" : isWrong(sample) ? "plain" : "good"} advice={advice}>
      <span className="@max-[21rem]:hidden">{long}</span>
      <span className="hidden @max-[21rem]:inline">
        {short ?? w.short(tokens, allowed ?? tokens)}
      </span>
    </Tag>
  );
}

/** At which limit it was cut, and whose count is another number. */
export function cutWords(sample: Sample, limit: number | null): string {
  const tokens = tokensOf(sample);
  if (limit === null) return w.cutOwn(count(tokens));
  const source = sample.token_source ?? null;
  const isTheLimit = source === "server" && tokens === limit;
  if (isTheLimit || source === null || tokens === null) return w.cut(count(limit));
  return `${w.cut(count(limit))} · ${w.counted[source](count(tokens))}`;
}

/** Every counter of its tokens in words. */
function countsOf({ out_tokens_server, out_tokens_neutral, reasoning_tokens_server }: Sample) {
  const thought = reasoning_tokens_server ? count(reasoning_tokens_server) : null;
  return w.counts(count(out_tokens_server), count(out_tokens_neutral), thought);
}

/** Warnings that change what a lane's numbers mean come before those that make them less certain. */
const GRAVE: readonly Warning[] = [
  "adjusted",
  "reasoning_hidden",
  "reasoning_summary",
  "prompt_cut",
  "not_streamed",
];

const weightOf = (doubt: Warning) => (GRAVE.includes(doubt) ? 0 : 1);

interface DoubtsProps {
  doubts: Sample["doubts"];
  leftOut: Sample["left_out"];
  adjustments: readonly Adjustment[];
}

/** Why to read the numbers with care: a tag each, the gravest first. */
function Doubts({ doubts, leftOut, adjustments }: DoubtsProps) {
  return doubts.map((doubt) => {
    const what = doubt === "adjusted" ? sentences(adjustments.map(adjusted)) : "";
    return (
      <Tag key={doubt} tone="warn" advice={what || doubtAdvice(doubt, leftOut)}>
        {doubtWords[doubt].tag}
      </Tag>
    );
  });
}

/** The result of the earlier attempt. */
function earlierWords({ status, error }: Sample): string {
  return (error ? faults[error.class] : statuses[status]).toLowerCase();
}

interface LaneTagsProps {
  lane: LiveLane;
  /** Its limit, in output tokens. */
  limit: number | null;
  adjustments: readonly Adjustment[];
}

export function LaneTags({ lane, limit, adjustments }: LaneTagsProps) {
  const { sample } = lane;
  if (!sample) {
    if (!isThinned(lane)) return null;
    return <Tag advice={strings.lane.thinnedAdvice}>{strings.lane.thinned}</Tag>;
  }
  const { connection, server, token_source, thinking_time_ms } = sample;
  return (
    <>
      <RightTag sample={sample} />
      <Ending sample={sample} limit={limit} />
      {lane.earlier ? (
        <Tag tone="warn" advice={strings.lane.againAdvice(earlierWords(lane.earlier))}>
          {strings.lane.again}
        </Tag>
      ) : null}
      <Doubts
        doubts={sample.doubts
          .filter((doubt) => doubt !== "stopped_at_limit")
          .toSorted((one, other) => weightOf(one) - weightOf(other))}
        leftOut={sample.left_out}
        adjustments={adjustments}
      />
      {thinking_time_ms ? (
        <Tag>
          {strings.track.think} {durationWithUnit(thinking_time_ms)}
        </Tag>
      ) : null}
      {token_source ? (
        <Tag advice={tokenSources[token_source].story}>{tokenSources[token_source].tag}</Tag>
      ) : null}
      {lane.simulated ||
      (sample.price ?? null) !== null ||
      (sample.cost_usd ?? null) !== null ||
      outcomeOf(sample.status) === "failed" ? null : (
        <Tag tone="warn" advice={strings.lane.noPriceAdvice}>
          {strings.lane.noPrice}
        </Tag>
      )}
      {(sample.cost_usd ?? null) === null && sample.price && !lane.simulated ? (
        <Tag advice={strings.lane.costUnknownAdvice}>{strings.lane.costUnknown}</Tag>
      ) : null}
      {server?.queue_ms ? (
        <Tag advice={strings.lane.serverAdvice}>
          {strings.lane.queue(milliseconds(server.queue_ms))}
        </Tag>
      ) : null}
      {connection ? <Tag>{connection.http_version}</Tag> : null}
    </>
  );
}
