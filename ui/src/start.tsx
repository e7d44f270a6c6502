/** The window, loaded once its language is. */

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BackendProvider, type Preferences } from "./backend/backend";
import { connect } from "./backend/host";
import { askAhead, keys, queryClient } from "./backend/queries";
import { askingOverCap } from "./shell/overCap";
import { Window } from "./shell/Window";
import { rememberLanguage } from "./strings/language";
import { readPreferences } from "./ui/preferences";
import { reloadPage } from "./ui/reload";
import { useStarted } from "./ui/started";

// Steps of the start, for `tests/desktop/weight.mjs`.
performance.mark("paceline script");

/** No module may wait for this: the modules that `connect` imports use parts of the file this ends up in. */
export async function start(inside: HTMLElement): Promise<void> {
  const backend = askingOverCap(await connect());
  const client = queryClient();
  await Promise.all([askAhead(client, backend), readPreferences(client, backend)]);
  performance.mark("paceline answered");
  const language = client.getQueryData<Preferences>(keys.preferences)?.language;
  // Another language than at the last start: the history was replaced, or the first start's storage is gone.
  if (language && rememberLanguage(language)) {
    reloadPage();
    return;
  }
  useStarted.setState({ isOpening: true });
  createRoot(inside).render(
    <StrictMode>
      <BackendProvider value={backend}>
        <QueryClientProvider client={client}>
          <Window />
        </QueryClientProvider>
      </BackendProvider>
    </StrictMode>,
  );
}
