// First, before anything that might pass the machine's language to Intl.
import "./strings/locale";
import "./ui/theme.css";
import "./ui/fonts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BackendProvider } from "./backend/backend";
import { connect } from "./backend/host";
import { askAhead, queryClient } from "./backend/queries";
import { askingOverCap } from "./shell/overCap";
import { Window } from "./shell/Window";
import { readPreferences } from "./ui/preferences";
import { useStarted } from "./ui/started";

// Steps of the start, for `tests/desktop/weight.mjs`.
performance.mark("paceline script");

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

/** No module may wait for this: the modules that `connect` imports use parts of the file this ends up in. */
async function start(inside: HTMLElement): Promise<void> {
  const backend = askingOverCap(await connect());
  const client = queryClient();
  await Promise.all([askAhead(client, backend), readPreferences(client, backend)]);
  performance.mark("paceline answered");
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

void start(root);
