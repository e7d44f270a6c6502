/** The whole window: rail, screen, status bar. */

import { Tooltip } from "@base-ui/react/tooltip";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Refusal } from "./backend/backend";
import { keys, useProvidersQuery, useStartup } from "./backend/queries";
import { CompareScreen } from "./compare/CompareScreen";
import { HistoryScreen } from "./history/HistoryScreen";
import { useAnnouncement } from "./look/announcer";
import { Button, Empty } from "./look/controls";
import { ShortcutSheet } from "./look/ShortcutSheet";
import { complain, ToastArea } from "./look/toasts";
import { ProvidersScreen } from "./providers/ProvidersScreen";
import { Rail } from "./Rail";
import { useDraft } from "./race/draft";
import { RaceScreen } from "./race/RaceScreen";
import { useRacing } from "./race/racing";
import { type Route, useRoute } from "./route";
import { StatusBar } from "./StatusBar";
import { useKeys } from "./useKeys";
import { failureWords, words } from "./words/words";

function Screen({ route }: { route: Route }) {
  switch (route.screen) {
    case "race":
      return <RaceScreen />;
    case "history":
      return <HistoryScreen id={route.id} />;
    case "compare":
      return <CompareScreen id={route.id} />;
    case "providers":
      return <ProvidersScreen id={route.id} />;
  }
}

function Announcer() {
  const { text } = useAnnouncement();
  return (
    <p role="status" aria-live="polite" className="sr-only" data-testid="announcer">
      {text}
    </p>
  );
}

/** What nobody caught is shown and not swallowed. */
function useUncaught(): void {
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof Refusal) {
        const { message, fix } = failureWords(reason.failure);
        complain(message, fix);
      } else {
        complain(
          words.trouble.unexpected,
          reason instanceof Error ? reason.message : String(reason),
        );
      }
    };
    window.addEventListener("unhandledrejection", onRejection);
    return () => window.removeEventListener("unhandledrejection", onRejection);
  }, []);
}

/** A race that ended belongs into the list of runs. */
function useFreshHistory(): void {
  const client = useQueryClient();
  const busy = useRacing((racing) => racing.busy);
  useEffect(() => {
    if (!busy) void client.invalidateQueries({ queryKey: keys.runs });
  }, [busy, client]);
}

function Inside() {
  const route = useRoute();
  const [sheetOpen, setSheetOpen] = useState(false);
  const [openSheet] = useState(() => () => setSheetOpen(true));
  useKeys(openSheet);
  useFreshHistory();
  return (
    <div className="grid h-full grid-cols-[52px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_26px]">
      <Rail current={route.screen} onSheet={openSheet} />
      <main className="min-h-0 min-w-0 overflow-hidden">
        <Screen route={route} />
      </main>
      <StatusBar screen={route.screen} />
      <ShortcutSheet open={sheetOpen} onOpenChange={setSheetOpen} />
    </div>
  );
}

/**
 * Shows nothing until the engine has answered: the first thing seen is the plan and not an empty form, and a race
 * started with the first keystroke knows who is simulated.
 */
function Started() {
  const startup = useStartup();
  const providers = useProvidersQuery();
  const load = useDraft((draft) => draft.load);
  const [loaded, setLoaded] = useState(false);
  const plan = providers.data && startup.data?.plan;
  useEffect(() => {
    if (!plan || loaded) return;
    load(plan);
    setLoaded(true);
  }, [plan, loaded, load]);
  const error = startup.error ?? providers.error;
  if (loaded) return <Inside />;
  if (!error) return null;
  const told =
    error instanceof Refusal ? failureWords(error.failure) : { message: error.message, fix: null };
  return (
    <Empty title={words.trouble.startup}>
      <p className="selectable text-soft">
        {told.message} {told.fix}
      </p>
      <Button
        onClick={() => {
          void startup.refetch();
          void providers.refetch();
        }}
      >
        {words.trouble.retry}
      </Button>
    </Empty>
  );
}

export function Window() {
  useUncaught();
  return (
    <Tooltip.Provider delay={400} closeDelay={0}>
      <ToastArea>
        <Started />
        <Announcer />
      </ToastArea>
    </Tooltip.Provider>
  );
}
