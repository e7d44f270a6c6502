/** The whole window: rail, screen, status bar. */

import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useLayoutEffect, useState } from "react";
import { Refusal, useBackend } from "../backend/backend";
import { keys, useLastPlan, useProvidersQuery, useStartup } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { takeKeptDraft } from "../plan/keptDraft";
import { useRaceStore } from "../run/raceStore";
import { failureWords, strings } from "../strings/strings";
import { useAnnouncement } from "../ui/announcer";
import { Button, Empty } from "../ui/controls";
import { lazy, readAhead } from "../ui/lazy";
import { usePreferences } from "../ui/preferences";
import { follow, useRoute } from "../ui/route";
import { useStarted } from "../ui/started";
import { complain } from "../ui/toasts";
import { useChosenLanguage } from "./chosenLanguage";
import { Damage } from "./Damage";
import { type Overlay, useActions, useKeys } from "./handlers";
import { useHeldKey } from "./heldKey";
import { Notices } from "./Notices";
import { Overlays } from "./Overlays";
import { Rail } from "./Rail";
import { StatusBar } from "./StatusBar";
import { placeOf, ScreenAt } from "./screens";

const ToastRow = lazy(async () => (await import("../ui/ToastRow")).ToastRow);

/** Delay of reading ahead after a start; a user who opens another screen earlier does not wait for it. */
const READ_AHEAD_MS = 600;

function useReadAhead(): void {
  useEffect(() => {
    const closed = new AbortController();
    const timer = setTimeout(() => readAhead(closed.signal), READ_AHEAD_MS);
    return () => {
      clearTimeout(timer);
      closed.abort();
    };
  }, []);
}

function Announcer() {
  const { text } = useAnnouncement();
  return (
    <p role="status" aria-live="polite" className="sr-only" data-testid="announcer">
      {text}
    </p>
  );
}

/** Shows uncaught errors instead of swallowing them. */
function useUncaught(): void {
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof Refusal) {
        const { message, fix } = failureWords(reason.failure);
        complain(message, fix);
      } else {
        complain(
          strings.trouble.unexpected,
          reason instanceof Error ? reason.message : String(reason),
        );
      }
    };
    window.addEventListener("unhandledrejection", onRejection);
    return () => window.removeEventListener("unhandledrejection", onRejection);
  }, []);
}

/** Refreshes the list of runs and the day's spending when a race ends. */
function useFreshHistory(): void {
  const client = useQueryClient();
  const busy = useRaceStore((racing) => racing.busy);
  useEffect(() => {
    if (busy) return;
    void client.invalidateQueries({ queryKey: keys.runs });
    void client.invalidateQueries({ queryKey: keys.spend });
  }, [busy, client]);
}

/** Follows links: the one Paceline was started with, and later ones. */
function useLinks(): void {
  const backend = useBackend();
  useEffect(() => {
    void backend.followLinks((link) => {
      if (!follow(link)) complain(strings.links.unknown(link), strings.links.fix);
    });
  }, [backend]);
}

/** Focuses the lane that a link names, as soon as it is drawn. Each link mounts a new one. */
function LinkedLane({ place }: { place: number }) {
  useEffect(() => {
    const found = () => document.querySelector<HTMLElement>(`article[data-place="${place}"]`);
    const whenDrawn = new MutationObserver(() => {
      const card = found();
      if (!card) return;
      whenDrawn.disconnect();
      card.focus();
      card.scrollIntoView({ block: "nearest" });
    });
    whenDrawn.observe(document.body, { childList: true, subtree: true });
    found()?.focus();
    return () => whenDrawn.disconnect();
  }, [place]);
  return null;
}

/** Notices and toasts, for which the start does not wait: it ends at the frame after the first complete one. */
function Notes() {
  const isStarted = useStarted((window) => window.isStarted);
  useLayoutEffect(() => {
    performance.mark("paceline drawn");
    const end = () => {
      performance.mark("paceline interactive");
      useStarted.setState({ isOpening: false, isStarted: true });
    };
    requestAnimationFrame(() => requestAnimationFrame(end));
  }, []);
  return isStarted ? (
    <>
      <Suspense fallback={null}>
        <ToastRow />
      </Suspense>
      <div className="col-span-2 min-w-0 max-[640px]:col-span-1">
        <Damage />
        <Notices />
      </div>
    </>
  ) : null;
}

function Inside() {
  const route = useRoute();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const act = useActions(setOverlay);
  const rail = usePreferences().data?.rail ?? true;
  useKeys(act);
  useHeldKey();
  useLinks();
  useFreshHistory();
  useReadAhead();
  useChosenLanguage();
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto_auto] max-[640px]:grid-cols-[minmax(0,1fr)] max-[640px]:grid-rows-[auto_minmax(0,1fr)_auto_auto]">
      {rail ? (
        <Rail
          current={placeOf(route.screen)}
          onPalette={() => setOverlay("palette")}
          onSheet={() => setOverlay("sheet")}
        />
      ) : null}
      {/* A screen larger than the window at this text size scrolls; the next one starts at its top. */}
      <main
        key={route.screen}
        className="col-start-2 min-h-0 min-w-0 overflow-auto max-[640px]:col-start-1"
      >
        <div
          className={`h-full ${route.screen === "settings" ? "" : "min-h-[480px] min-w-[560px] max-[640px]:min-w-0"}`}
        >
          <Suspense fallback={null}>
            <ScreenAt route={route} />
          </Suspense>
        </div>
      </main>
      {route.lane === null ? null : (
        <LinkedLane key={`${route.screen}/${route.id}/${route.lane}`} place={route.lane} />
      )}
      <Notes />
      <StatusBar screen={route.screen} />
      <Overlays overlay={overlay} setOverlay={setOverlay} act={act} />
    </div>
  );
}

/**
 * Shows nothing until the engine has answered, so that the first thing seen is the plan rather than an empty form, and
 * a race started with the first keystroke knows which lanes are simulated.
 */
function Started() {
  const startup = useStartup();
  const last = useLastPlan();
  const providers = useProvidersQuery();
  const preferences = usePreferences();
  const load = useDraft((draft) => draft.load);
  const [loaded, setLoaded] = useState(false);
  const plan = startup.data && providers.data && preferences.data && last.data;
  useLayoutEffect(() => {
    if (!plan || loaded) return;
    load(plan);
    takeKeptDraft();
    setLoaded(true);
  }, [plan, loaded, load]);
  const error = startup.error ?? last.error ?? providers.error ?? preferences.error;
  if (loaded) return <Inside />;
  if (!error) return null;
  const told =
    error instanceof Refusal ? failureWords(error.failure) : { message: error.message, fix: null };
  return (
    <Empty title={strings.trouble.startup}>
      <p className="selectable text-soft">
        {told.message} {told.fix}
      </p>
      <Button
        onClick={() => {
          void startup.refetch();
          void last.refetch();
          void providers.refetch();
          void preferences.refetch();
        }}
      >
        {strings.trouble.retry}
      </Button>
    </Empty>
  );
}

export function Window() {
  useUncaught();
  return (
    <>
      <Started />
      <Announcer />
    </>
  );
}
