/** The provider's own site, where keys, credit and access are, opened in the browser. */

import { type Backend, Refusal } from "../backend/backend";
import { failureWords, strings } from "../strings/strings";
import { complain } from "./toasts";

/** `said` may name the page, as a refusal does; the engine opens no other site. */
export async function openConsole(backend: Backend, provider: string, said = ""): Promise<void> {
  try {
    await backend.openConsole(provider, said);
  } catch (error) {
    complain(
      error instanceof Refusal ? failureWords(error.failure).message : strings.trouble.unexpected,
    );
  }
}
