/** Replays a past race from its raw log. */

import { ArrowLeft } from "lucide-react";
import {
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { type Playback, Refusal, type Run } from "../backend/backend";
import { useRun } from "../backend/queries";
import { usePlayback } from "../backend/results";
import { useDraft } from "../plan/draft";
import { noRemedies } from "../run/lanes/LaneFault";
import { roundsOf } from "../run/race";
import { briefly, firstWords, hasMore } from "../run/request/payload";
import { Stage } from "../run/Stage";
import { Rounds } from "../run/verdict/Rounds";
import { moment } from "../strings/numbers";
import { told } from "../strings/phrases";
import { runStates } from "../strings/results";
import { failureWords, strings } from "../strings/strings";
import { Empty, SimulatedTag } from "../ui/controls";
import { lazy } from "../ui/lazy";
import { address } from "../ui/route";
import { Player } from "./Player";
import { usePlayerStore } from "./playerStore";
import { Transport } from "./Transport";
import "./playback.css";

const w = strings.replay;

const WasSent = lazy(async () => (await import("../run/request/WasSent")).WasSent);

interface HeaderProps {
  run: Run;
  round: number;
  onRound: (round: number) => void;
}

function Header({ run, round, onRound }: HeaderProps) {
  return (
    <header className="flex shrink-0 items-start gap-3">
      <a
        href={address("history", run.id)}
        data-testid="replay-back"
        className="mt-0.5 inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs text-soft hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={14} aria-hidden="true" />
        {w.back}
      </a>
      <div className="min-w-0 flex-1">
        <h1
          className="selectable truncate text-sm leading-5 font-semibold"
          title={briefly(firstWords(run.plan))}
        >
          <span className="text-faint">{told(w.title, "")}</span>
          {briefly(firstWords(run.plan)) || strings.history.noPrompt}
        </h1>
        <p className="flex items-center gap-x-3 text-xs text-faint">
          <span>{moment(run.started_at).whole}</span>
          <span>{runStates[run.state]}</span>
          {run.simulated ? <SimulatedTag /> : null}
          <Suspense fallback={null}>
            {hasMore(run.plan) ? <WasSent plan={run.plan} /> : null}
          </Suspense>
          <span className="max-[1100px]:hidden">{w.keys}</span>
        </p>
      </div>
      <Rounds run={run} round={round} onRound={onRound} />
    </header>
  );
}

interface PlayedProps {
  run: Run;
  round: number;
  playback: Playback;
}

function Played({ run, round, playback }: PlayedProps) {
  const player = useMemo(() => new Player(run, round, playback), [run, round, playback]);
  const shown = useSyncExternalStore(player.subscribe, player.shown);
  const focused = useDraft((draft) => draft.focused);
  const onFocus = useDraft((draft) => draft.focus);
  useEffect(() => {
    usePlayerStore.setState({ player });
    player.play();
    return () => {
      player.pause();
      usePlayerStore.setState({ player: null });
    };
  }, [player]);
  const lost = playback.lanes.some(({ logged }) => !logged);
  return (
    <>
      <Transport player={player} shown={shown} />
      {lost ? <p className="text-xs text-warn">{w.noLog}</p> : null}
      <Stage
        race={shown.race}
        source={player}
        texts={player}
        playing={{ run, playback, headUs: shown.headUs }}
        focused={focused}
        onFocus={onFocus}
        onRound={null}
        onStop={null}
        remediesOf={noRemedies}
      />
    </>
  );
}

function Gone({ children }: { children: ReactNode }) {
  return (
    <Empty title={w.gone}>
      <p className="text-soft">{children}</p>
      <a className="text-accent underline" href={address("history")}>
        {strings.history.back}
      </a>
    </Empty>
  );
}

function why(error: Error): string {
  return error instanceof Refusal
    ? failureWords(error.failure).message
    : strings.trouble.unexpected;
}

function Opened({ run }: { run: Run }) {
  const [round, setRound] = useState(() => Math.max(0, roundsOf(run) - 1));
  const { data, error } = usePlayback(run.id, round);
  if (error) return <Gone>{why(error)}</Gone>;
  return (
    <div
      className="flex h-full min-h-0 flex-col gap-2.5 overflow-y-auto p-3.5 max-[1100px]:gap-2 max-[1100px]:p-2.5"
      data-testid={`replay-${run.id}`}
    >
      {/* Stays while another round is loading: the user who chose it by key has the focus here. */}
      <Header run={run} round={round} onRound={setRound} />
      {data ? (
        <Played key={round} run={run} round={round} playback={data} />
      ) : (
        <p className="p-4 text-soft">{w.loading}</p>
      )}
    </div>
  );
}

export function PlaybackScreen({ id }: { id: string | null }) {
  const { data, error } = useRun(id ?? "");
  if (error) return <Gone>{why(error)}</Gone>;
  if (!data) return <p className="p-4 text-soft">{w.loading}</p>;
  if (data.plan.load) return <Gone>{w.sweep}</Gone>;
  return <Opened run={data} />;
}
