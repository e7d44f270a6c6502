/** Short names of lanes. */

import type { LanePlan, ProviderView } from "../backend/backend";
import { clippedApart } from "../strings/clip";
import { strings } from "../strings/strings";
import type { Contender, LiveLane } from "./race";
import { joined } from "./steps";

type Named = Pick<LiveLane, "label" | "model" | "simulated">;

/** Simulated lanes share one provider, so their model distinguishes them. */
export function titleOf(lane: Named): string {
  return lane.simulated ? lane.model : lane.label;
}

/** An address, which names a user's own server. */
const ADDRESS = /^\[?[\w.:-]+\]?:\d+$/;

/**
 * The title, or the model if two lanes have the same title; and the lane's number if they have the same model too. An address is a
 * name only for lanes of one model: of any other it tells less than the model does.
 */
function nameOf(lane: Named, lanes: readonly Named[]): { name: string; place: number | null } {
  const title = titleOf(lane);
  const sharing = lanes.filter((other) => titleOf(other) === title);
  const isItsOwn = lanes.filter(({ model }) => model === lane.model).length <= 1;
  if (sharing.length <= 1 && !(ADDRESS.test(title) && isItsOwn))
    return { name: title, place: null };
  const isTold = sharing.filter(({ model }) => model === lane.model).length <= 1;
  const place = lanes.indexOf(lane) + 1;
  return { name: lane.model, place: isTold || place === 0 ? null : place };
}

/** A lane's name, with its number where another has the same. */
export function shortNameOf(lane: Named, lanes: readonly Named[]): string {
  const { name, place } = nameOf(lane, lanes);
  return place === null ? name : strings.lane.numbered(name, place);
}

/** The names of all lanes in at most this many characters. Of one with a number the name alone is cut. */
export function clippedNames(lanes: readonly Named[], most: number): string[] {
  const named = lanes.map((lane) => nameOf(lane, lanes));
  const numbers = named.map(({ place }) =>
    place === null ? "" : strings.lane.numbered("", place),
  );
  const room = most - Math.max(0, ...numbers.map(({ length }) => length));
  const clipped = clippedApart(
    named.map(({ name }) => name),
    room,
  );
  return clipped.map((name, at) => `${name}${numbers[at]}`);
}

export function contenderOf(
  providers: readonly ProviderView[],
): (lane: Pick<LanePlan, "provider" | "base_url" | "later">) => Contender {
  const single = ({ provider, base_url }: Pick<LanePlan, "provider" | "base_url">): Contender => {
    const view = providers.find((entry) => entry.id === provider);
    // A server without a name is named after its host, as the engine does.
    const label = view?.label ?? (base_url && URL.parse(base_url)?.host) ?? provider;
    return { label, simulated: view?.simulated ?? false };
  };
  return (lane) => {
    const steps = [lane, ...(lane.later ?? []).map((next) => next.lane)].map(single);
    return {
      label: joined(steps.map(({ label }) => label)),
      simulated: steps.some(({ simulated }) => simulated),
    };
  };
}

/** What a lane's card or table is headed by: the model is all that tells lanes of a server without a name apart. */
export function headingOf(lane: Named): { title: string; beside: string } {
  const title = titleOf(lane);
  const beside = title === lane.model ? lane.label : lane.model;
  return ADDRESS.test(title) ? { title: beside, beside: title } : { title, beside };
}
