/** Whether the window can be used: until then nothing is asked of the engine that the first screen does not show. */

import { create } from "zustand";

export const useStarted = create<{ isStarted: boolean }>(() => ({ isStarted: false }));
