/** What was read last of a request from elsewhere, until its report is closed. */

import { create } from "zustand";
import type { CapturedRequest, CapturedSet } from "../../backend/backend";

export interface Reported {
  request: CapturedRequest;
  /** Whether its contender joined the line-up. */
  isLaneAdded: boolean;
  /** Whether it asks for a service tier that no lane of its contender asks for. */
  isTierOpen: boolean;
  undo: () => void;
  /** All requests of a batch, once they are asked in place of the first; null before that. */
  set: CapturedSet | null;
}

export const useReported = create<{ reported: Reported | null }>()(() => ({ reported: null }));
