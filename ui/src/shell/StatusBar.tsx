/** The status bar: keyring, network, prices, spending, and the running race. */

import { Square } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import type { KeyringView } from "../backend/backend";
import { useBackend } from "../backend/backend";
import {
  useNetwork,
  usePrices,
  useProviders,
  useRedefinition,
  useSpend,
  useStartup,
} from "../backend/queries";
import { useDraft } from "../plan/draft";
import { contenderOf } from "../run/names";
import { useRaceStore } from "../run/raceStore";
import { proxyWords } from "../strings/shell";
import { strings } from "../strings/strings";
import { useSweepStore } from "../sweep/sweepStore";
import { usePreferences } from "../ui/preferences";
import { address, type Screen } from "../ui/route";
import { useStarted } from "../ui/started";
import { tip } from "../ui/tip";
import { Calibration } from "./Calibration";

const w = strings.status;

/** Age in days from which prices are likely to have changed. */
const OLD_PRICES_DAYS = 45;

interface PlaceProps {
  to: string;
  advice: string;
  testId: string;
  /** Whether it needs attention. */
  warns?: boolean;
  children: ReactNode;
}

/** An item of the bar, which links to where it can be changed. */
function Place({ to, advice, testId, warns = false, children }: PlaceProps) {
  return (
    <a
      href={to}
      {...tip(advice)}
      data-testid={testId}
      className={`flex h-[26px] items-center gap-1.5 hover:text-ink ${warns ? "text-warn" : ""}`}
    >
      {children}
    </a>
  );
}

function Keyring({ keyring }: { keyring: KeyringView }) {
  const text = {
    ready: () => (keyring.state === "ready" ? w.keyringReady(keyring.backend) : ""),
    locked: () => w.keyringLocked,
    missing: () => w.keyringMissing,
  }[keyring.state]();
  const isReady = keyring.state === "ready";
  return (
    <a
      href={address("providers")}
      {...tip(w.keyringHint)}
      data-testid="keyring-state"
      data-state={keyring.state}
      className="flex h-[26px] items-center gap-1.5 hover:text-ink"
    >
      <span
        aria-hidden="true"
        className={`size-1.5 ${isReady ? "rounded-full bg-good" : "bg-warn"}`}
      />
      {text}
    </a>
  );
}

function Network() {
  const view = useNetwork().data;
  if (!view) return null;
  const { network, system_proxy } = view;
  const own = Object.keys(network.own ?? {}).length;
  return (
    <Place
      to={address("providers", "~network")}
      advice={w.networkHint(own)}
      testId="status-network"
    >
      {proxyWords(network.proxy, system_proxy ?? null)} {own > 0 ? w.ownProxies(own) : null}
    </Place>
  );
}

function Prices() {
  const book = usePrices().data;
  const age = book?.age_days;
  if (!book || age === null || age === undefined) return null;
  return (
    <Place
      to={address("providers", "~prices")}
      advice={w.pricesHint(book.source, book.dated)}
      warns={age > OLD_PRICES_DAYS}
      testId="status-prices"
    >
      {w.prices(age)}
    </Place>
  );
}

function SpentToday() {
  const spend = useSpend().data;
  const cap = usePreferences().data?.cap_usd_per_day ?? null;
  if (!spend) return null;
  const { usd, requests, unknown, simulated } = spend;
  return (
    <Place
      to={address("settings", "spending")}
      advice={w.spentHint(requests, unknown, simulated)}
      warns={cap !== null && (usd ?? 0) >= cap}
      testId="status-spent"
    >
      {w.spent(usd, cap)} {unknown > 0 ? w.spentUnknown(unknown) : null}
    </Place>
  );
}

/** Progress of recomputing older runs in the background. */
function Redefinition() {
  const now = useRedefinition().data;
  if (!now || now.waiting === 0) return null;
  return (
    <span
      {...tip(w.redefinitionHint(now.version))}
      data-testid="status-redefinition"
      className="flex h-[26px] items-center"
    >
      {w.redefinition(now.done, now.waiting)}
    </span>
  );
}

const still = () => () => undefined;

/** The current run, with a link to it and a stop button. */
function Running() {
  const backend = useBackend();
  const racing = useRaceStore();
  const { store } = racing;
  const id = useSyncExternalStore(store?.subscribe ?? still, () => store?.published().id ?? null);
  const sweeping = useSweepStore();
  if (sweeping.busy && sweeping.shown) {
    const { id, lanes } = sweeping.shown.curves;
    return (
      <Runs
        to={address("sweep", id)}
        hint={strings.sweeps.toSweep}
        what={strings.sweeps.status(lanes.length)}
        onStop={() => void sweeping.stop(backend)}
      />
    );
  }
  // Until the engine has admitted it, it is only a question.
  if (!racing.busy || !racing.store || id === null) return null;
  return (
    <Runs
      to={address("race")}
      hint={w.toRace}
      what={w.running(racing.store.now().lanes.length)}
      onStop={() => void racing.stopAll(backend)}
    />
  );
}

interface RunsProps {
  to: string;
  hint: string;
  what: string;
  onStop: () => void;
}

function Runs({ to, hint, what, onStop }: RunsProps) {
  return (
    <span className="flex h-[26px] items-center gap-2">
      <a
        href={to}
        {...tip(hint)}
        data-testid="running"
        className="flex h-full items-center gap-1.5 text-ink hover:underline"
      >
        <span aria-hidden="true" className="size-1.5 bg-accent" />
        {what}
      </a>
      <button
        type="button"
        data-testid="running-stop"
        className="inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-soft hover:bg-bad-wash hover:text-bad"
        onClick={onStop}
      >
        <Square size={9} fill="currentColor" aria-hidden="true" />
        {w.stop}
      </button>
    </span>
  );
}

/** Shows whether what is on screen is simulated: the race shown, or the line-up before its first race. */
function Ribbon() {
  const providers = useProviders();
  const draft = useDraft((state) => state.lanes);
  const store = useRaceStore((racing) => racing.store);
  const lanes = store
    ? store.now().lanes
    : draft.filter((lane) => !lane.muted).map((lane) => contenderOf(providers)(lane));
  if (!lanes.some((lane) => lane.simulated)) return null;
  const all = lanes.every((lane) => lane.simulated);
  return (
    <span
      data-testid="simulated-ribbon"
      className="simulated flex h-[26px] items-center px-3 text-2xs"
    >
      {all ? strings.simulated.ribbon : strings.simulated.some}
    </span>
  );
}

export function StatusBar({ screen }: { screen: Screen }) {
  const startup = useStartup().data;
  const busy = useRaceStore((racing) => racing.busy);
  const sweeping = useSweepStore((state) => state.busy);
  const isStarted = useStarted((window) => window.isStarted);
  return (
    <footer
      data-testid="status-bar"
      className="col-span-2 flex flex-wrap items-center gap-x-5 border-t border-line bg-panel pl-3.5 text-2xs whitespace-nowrap text-faint max-[1100px]:gap-x-4 max-[640px]:col-span-1 max-[640px]:max-h-[52px] max-[640px]:overflow-y-auto"
    >
      {startup ? <Keyring keyring={startup.keyring} /> : null}
      {isStarted ? (
        <>
          <Network />
          <Prices />
          <Calibration racing={busy || sweeping} />
          <SpentToday />
          <Redefinition />
        </>
      ) : null}
      <Running />
      {startup ? (
        <span
          className="ml-auto last:pr-3.5 max-[1100px]:hidden"
          {...tip(w.rendering(startup.safe_rendering))}
        >
          {w.version(startup.version)}
        </span>
      ) : null}
      {screen === "race" ? (
        <span className="ml-auto min-[1101px]:ml-0">
          <Ribbon />
        </span>
      ) : null}
    </footer>
  );
}
