/** Short names of lanes. */

import type { LanePlan, ProviderView } from "../backend/backend";
import { clippedApart } from "../strings/clip";
import { strings } from "../strings/strings";
import type { Contender, LiveLane } from "./race";

type Named = Pick<LiveLane, "label" | "model" | "simulated">;

/** Simulated lanes share one provider, so their model distinguishes them. */
export function titleOf(lane: Named): string {
  return lane.simulated ? lane.model : lane.label;
}

/** The title, or the model if two lanes have the same title, with the lane's number if they have the same model too. */
export function shortNameOf(lane: Named, lanes: readonly Named[]): string {
  const title = titleOf(lane);
  const sharing = lanes.filter((other) => titleOf(other) === title);
  if (sharing.length <= 1) return title;
  const isTold = sharing.filter(({ model }) => model === lane.model).length <= 1;
  const place = lanes.indexOf(lane) + 1;
  return isTold || place === 0 ? lane.model : strings.lane.numbered(lane.model, place);
}

/** An address, which names a user's own server. */
const ADDRESS = /^\[?[\w.:-]+\]?:\d+$/;

/** A lane's name in a list of runs: its model, if its server has no name but an address. */
export function listedNameOf(lane: Named, lanes: readonly Named[]): string {
  const isItsOwn = lanes.filter(({ model }) => model === lane.model).length === 1;
  return ADDRESS.test(lane.label) && isItsOwn ? lane.model : shortNameOf(lane, lanes);
}

/** The names of all lanes in at most this many characters. */
export function clippedNames(lanes: readonly Named[], most: number): string[] {
  return clippedApart(
    lanes.map((lane) => shortNameOf(lane, lanes)),
    most,
  );
}

export function contenderOf(
  providers: readonly ProviderView[],
): (lane: Pick<LanePlan, "provider" | "base_url">) => Contender {
  return ({ provider, base_url }) => {
    const view = providers.find((entry) => entry.id === provider);
    // A server without a name is named after its host, as the engine does.
    const label = view?.label ?? (base_url && URL.parse(base_url)?.host) ?? provider;
    return { label, simulated: view?.simulated ?? false };
  };
}

/** What a lane's card is headed by: the model is all that tells lanes of a server without a name apart. */
export function headingOf(lane: Named): { title: string; beside: string } {
  const title = titleOf(lane);
  const beside = title === lane.model ? lane.label : lane.model;
  return ADDRESS.test(title) ? { title: beside, beside: title } : { title, beside };
}
