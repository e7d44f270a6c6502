/** Shows why the engine refused what a user asked for. */

import { Refusal } from "../backend/backend";
import { failureWords, strings } from "../strings/strings";
import { complain } from "./toasts";

/** Shows a refusal in its words; any other error is a fault of the window, and thrown again. */
export function explain(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  const { message, fix } = failureWords(error.failure);
  complain(message ?? strings.trouble.unexpected, fix);
}
