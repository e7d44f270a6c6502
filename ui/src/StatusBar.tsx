/** The bottom line: the keyring, the race that runs, and whether any of it is real. */

import { useEffect, useState } from "react";
import type { KeyringState } from "./backend/backend";
import { useBackend } from "./backend/backend";
import { useProviders, useStartup } from "./backend/queries";
import { Calibration } from "./Calibration";
import { useDraft } from "./race/draft";
import { contenderOf } from "./race/names";
import { useRacing } from "./race/racing";
import { address, type Screen } from "./route";
import { useSweeping } from "./sweep/sweeping";
import { words } from "./words/words";

const w = words.status;

function Keyring({ keyring }: { keyring: KeyringState }) {
  const text = {
    ready: () => (keyring.state === "ready" ? w.keyringReady(keyring.backend) : ""),
    locked: () => w.keyringLocked,
    missing: () => w.keyringMissing,
  }[keyring.state]();
  const isReady = keyring.state === "ready";
  return (
    <a
      href={address("providers")}
      title={w.keyringHint}
      data-testid="keyring-state"
      data-state={keyring.state}
      className="flex h-full items-center gap-1.5 hover:text-ink"
    >
      <span
        aria-hidden="true"
        className={`size-1.5 ${isReady ? "rounded-full bg-good" : "bg-warn"}`}
      />
      {text}
    </a>
  );
}

function Running() {
  const backend = useBackend();
  const { busy, store, stopAll } = useRacing();
  const sweeping = useSweeping();
  if (sweeping.busy && sweeping.shown) {
    return (
      <button
        type="button"
        data-testid="running"
        className="flex h-full items-center gap-1.5 text-ink hover:text-bad"
        onClick={() => void sweeping.stop(backend)}
      >
        <span aria-hidden="true" className="size-1.5 bg-accent" />
        {words.sweeps.status(sweeping.shown.curves.lanes.length)} · {w.stop}
      </button>
    );
  }
  if (!busy || !store) return <span>{w.idle}</span>;
  return (
    <button
      type="button"
      data-testid="running"
      className="flex h-full items-center gap-1.5 text-ink hover:text-bad"
      onClick={() => void stopAll(backend)}
    >
      <span aria-hidden="true" className="size-1.5 bg-accent" />
      {w.running(store.now().lanes.length)} · {w.stop}
    </button>
  );
}

/** Says whether what is on screen is simulated: the race shown, or the line-up before its first race. */
function Ribbon() {
  const providers = useProviders();
  const draft = useDraft((state) => state.lanes);
  const store = useRacing((racing) => racing.store);
  const lanes = store
    ? store.now().lanes
    : draft.filter((lane) => !lane.muted).map((lane) => contenderOf(providers)(lane));
  if (!lanes.some((lane) => lane.simulated)) return null;
  const all = lanes.every((lane) => lane.simulated);
  return (
    <span
      data-testid="simulated-ribbon"
      className="simulated flex h-full items-center px-3 text-2xs"
    >
      {all ? words.simulated.ribbon : words.simulated.some}
    </span>
  );
}

export function StatusBar({ screen }: { screen: Screen }) {
  const startup = useStartup().data;
  const { host } = useBackend();
  const busy = useRacing((racing) => racing.busy);
  const sweeping = useSweeping((state) => state.busy);
  const [isNarrow, setNarrow] = useState(window.innerWidth < 1100);
  useEffect(() => {
    const onResize = () => setNarrow(window.innerWidth < 1100);
    window.addEventListener("resize", onResize);
    return () => window.removeEventListener("resize", onResize);
  }, []);
  return (
    <footer
      data-testid="status-bar"
      className="col-span-2 flex items-center gap-5 overflow-hidden border-t border-line bg-panel pl-3.5 text-2xs whitespace-nowrap text-faint"
    >
      {startup ? <Keyring keyring={startup.keyring} /> : null}
      <Running />
      <Calibration racing={busy || sweeping} />
      {host === "replay" && !isNarrow ? <span>{w.replay}</span> : null}
      {startup ? (
        <span className="ml-auto last:pr-3.5" title={w.rendering(startup.safe_rendering)}>
          {w.version(startup.version)}
        </span>
      ) : null}
      {screen === "race" ? <Ribbon /> : null}
    </footer>
  );
}
