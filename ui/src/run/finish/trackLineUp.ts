/**
 * The line-up, if the track represents it. The screen on which lanes are chosen provides it; on every other screen the
 * track only names them.
 */

import {
  type ComponentType,
  createContext,
  type HTMLAttributes,
  type ReactNode,
  useContext,
} from "react";

/** The name of a lane in its row, if it is provided by the line-up. */
export interface RowNameProps {
  place: number;
  look: number;
  children: ReactNode;
}

/** The line-up represented by the track: the lanes' names, how rows are moved, and what is below them. */
export interface TrackLineUp {
  Name: ComponentType<RowNameProps>;
  rowOf: (place: number) => HTMLAttributes<HTMLElement>;
  rest: ReactNode;
}

const Context = createContext<TrackLineUp | null>(null);

/** Puts the line-up on the tracks within; null leaves them as they are. */
export const TrackLineUpProvider = Context.Provider;

export function useTrackLineUp(): TrackLineUp | null {
  return useContext(Context);
}
