/** The foot of a lane's card: how it ended, what to read with care, who counted. */

import type { Sample } from "../backend/backend";
import { Tag } from "../look/controls";
import { durationWithUnit, milliseconds } from "../words/numbers";
import { doubts, statuses, tokenSources } from "../words/results";
import { words } from "../words/words";
import { outcomeOf } from "./marks";
import type { LiveLane } from "./race";

function Ending({ sample }: { sample: Sample }) {
  const outcome = outcomeOf(sample.status);
  if (outcome === "failed") return <Tag tone="bad">{statuses[sample.status]}</Tag>;
  if (outcome === "stopped") return <Tag>{statuses[sample.status]}</Tag>;
  const { finish_reason } = sample;
  const text =
    finish_reason && sample.status === "ok"
      ? words.lane.finished(finish_reason)
      : statuses[sample.status];
  return <Tag tone="good">{text}</Tag>;
}

export function LaneTags({ lane }: { lane: LiveLane }) {
  const { sample } = lane;
  if (!sample) return null;
  const { connection, server, token_source, thinking_time_ms } = sample;
  return (
    <>
      <Ending sample={sample} />
      {sample.doubts.map((doubt) => (
        <Tag key={doubt} tone="warn" advice={doubts[doubt].advice}>
          {doubts[doubt].tag}
        </Tag>
      ))}
      {thinking_time_ms ? (
        <Tag tone="think">
          {words.track.think} {durationWithUnit(thinking_time_ms)}
        </Tag>
      ) : null}
      {token_source ? (
        <Tag advice={tokenSources[token_source].story}>{tokenSources[token_source].tag}</Tag>
      ) : null}
      {lane.simulated ||
      (sample.cost_usd ?? null) !== null ||
      outcomeOf(sample.status) === "failed" ? null : (
        <Tag tone="warn" advice={words.lane.noPriceAdvice}>
          {words.lane.noPrice}
        </Tag>
      )}
      {server?.queue_ms ? (
        <Tag advice={words.lane.serverAdvice}>
          {words.lane.queue(milliseconds(server.queue_ms))}
        </Tag>
      ) : null}
      {connection ? <Tag>{connection.http_version}</Tag> : null}
    </>
  );
}
