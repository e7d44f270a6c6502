/** The foot of a lane's card: how it ended, what to read with care, who counted. */

import type { Sample } from "../../backend/backend";
import { count, durationWithUnit, milliseconds } from "../../strings/numbers";
import { doubts as doubtWords, statuses, tokenSources } from "../../strings/results";
import { strings } from "../../strings/strings";
import { Tag } from "../../ui/controls";
import { tokensOf } from "../figures";
import { isThinned, type LiveLane } from "../race";
import { outcomeOf } from "../track/trackGeometry";

const w = strings.stage.outcome;

/** How long the answer became and why it ended there: one that stops early is not a fast one. */
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
  const long = cut ? w.cut(tokens) : finish_reason ? `${whole} · ${finish_reason}` : whole;
  return (
    <Tag
      tone={cut ? "warn" : "good"}
      advice={cut ? `${doubtWords.stopped_at_limit.advice} ${reason}` : `${whole}. ${reason}`}
    >
      <span className="@max-[16.5rem]:hidden">{long}</span>
      <span className="hidden @max-[16.5rem]:inline">
        {allowed === null ? tokens : w.short(tokens, allowed)}
      </span>
    </Tag>
  );
}

/** `limit` is what the lane was allowed to write, in output tokens. */
export function LaneTags({ lane, limit }: { lane: LiveLane; limit: number | null }) {
  const { sample } = lane;
  if (!sample) {
    if (!isThinned(lane)) return null;
    return <Tag advice={strings.lane.thinnedAdvice}>{strings.lane.thinned}</Tag>;
  }
  const { connection, server, token_source, thinking_time_ms } = sample;
  return (
    <>
      <Ending sample={sample} limit={limit} />
      {sample.doubts
        .filter((doubt) => doubt !== "stopped_at_limit")
        .map((doubt) => (
          <Tag key={doubt} tone="warn" advice={doubtWords[doubt].advice}>
            {doubtWords[doubt].tag}
          </Tag>
        ))}
      {thinking_time_ms ? (
        <Tag tone="think">
          {strings.track.think} {durationWithUnit(thinking_time_ms)}
        </Tag>
      ) : null}
      {token_source ? (
        <Tag advice={tokenSources[token_source].story}>{tokenSources[token_source].tag}</Tag>
      ) : null}
      {lane.simulated ||
      (sample.cost_usd ?? null) !== null ||
      outcomeOf(sample.status) === "failed" ? null : (
        <Tag tone="warn" advice={strings.lane.noPriceAdvice}>
          {strings.lane.noPrice}
        </Tag>
      )}
      {server?.queue_ms ? (
        <Tag advice={strings.lane.serverAdvice}>
          {strings.lane.queue(milliseconds(server.queue_ms))}
        </Tag>
      ) : null}
      {connection ? <Tag>{connection.http_version}</Tag> : null}
    </>
  );
}
