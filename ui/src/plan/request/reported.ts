/** What was read last of a request from elsewhere, until its report is closed. */

import { create } from "zustand";
import type { CapturedRequest } from "../../backend/backend";

export interface Reported {
  request: CapturedRequest;
  /** Whether its contender joined the line-up. */
  isLaneAdded: boolean;
  undo: () => void;
}

export const useReported = create<{ reported: Reported | null }>()(() => ({ reported: null }));
