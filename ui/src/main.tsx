// First, before anything that might hand the machine's language to Intl.
import "./words/locale";
import "./look/theme.css";
import "./look/fonts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BackendProvider } from "./backend/backend";
import { connect } from "./backend/host";
import { askAhead, queryClient } from "./backend/queries";
import { askingOverCap } from "./look/overCap";
import { Window } from "./Window";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

const backend = askingOverCap(await connect());
const client = queryClient();
askAhead(client, backend);
createRoot(root).render(
  <StrictMode>
    <BackendProvider value={backend}>
      <QueryClientProvider client={client}>
        <Window />
      </QueryClientProvider>
    </BackendProvider>
  </StrictMode>,
);
