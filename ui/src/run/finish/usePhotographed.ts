/** The photo that a race shows, and the order in which its rows and its cards stand. */

import { useMemo, useState } from "react";
import type { Medals } from "../../backend/backend";
import type { Playing, Race } from "../race";
import { orderOf, type Photographed, photoOf } from "./finishPicture";

export interface Shown {
  photographed: Photographed;
  /** Indices of the lanes. */
  order: readonly number[];
  /** Looks at one round alone, or at all of them together. */
  onOne: (isOne: boolean) => void;
}

export function usePhotographed(
  race: Race,
  medals: Medals | undefined,
  playing: Playing | undefined,
): Shown {
  const [isOne, onOne] = useState(false);
  const photographed = photoOf(race, medals, playing, isOne);
  const { photo } = photographed;
  const order = useMemo(() => orderOf(race, photo), [race, photo]);
  return { photographed, order, onOne };
}
