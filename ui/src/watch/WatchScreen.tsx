/** The Watch screen: the watches on the left, the open one on the right. */

import { Plus } from "lucide-react";
import type { WatchesView, WatchView } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button, Empty, MiddleCut, Prose } from "../ui/controls";
import { useChangePreferences } from "../ui/preferences";
import { address, go } from "../ui/route";
import { tip } from "../ui/tip";
import { NewWatch } from "./NewWatch";
import { WatchDetail } from "./WatchDetail";
import { useNews, useWatches } from "./watches";
import { everyText, momentText, nextText } from "./words";

const w = strings.watch;

/** What is open instead of a watch while one is written. */
export const NEW = "new";

export function WatchScreen({ id }: { id: string | null }) {
  const view = useWatches().data;
  const running = useNews(view?.running ?? null);
  if (!view) return null;
  const { watches } = view;
  if (id === NEW) return <NewWatch />;
  if (watches.length === 0) {
    return (
      <div data-testid="watch-screen" className="h-full">
        <Empty title={w.emptyTitle}>
          <p className="text-sm text-soft">{w.empty}</p>
          <Button
            look="primary"
            size="tall"
            data-testid="watch-new"
            onClick={() => go("watch", NEW)}
          >
            {w.emptyGo}
          </Button>
        </Empty>
      </div>
    );
  }
  const open = watches.find(({ summary }) => summary.id === id) ?? watches[0];
  return (
    <div
      data-testid="watch-screen"
      className="grid h-full min-h-0 grid-cols-[250px_minmax(0,1fr)] max-[1100px]:grid-cols-[200px_minmax(0,1fr)] max-[760px]:grid-cols-1 max-[760px]:grid-rows-[auto_auto] max-[760px]:overflow-y-auto"
    >
      <List view={view} open={open?.summary.id ?? null} running={running} />
      {open ? (
        <WatchDetail
          key={open.summary.id}
          watch={open}
          isRunning={running === open.summary.id}
          isBusy={running !== null}
        />
      ) : null}
    </div>
  );
}

interface ListProps {
  view: WatchesView;
  open: string | null;
  running: string | null;
}

function List({ view, open, running }: ListProps) {
  return (
    <div className="flex min-h-0 flex-col gap-2 overflow-y-auto border-r border-line p-2 max-[760px]:overflow-visible max-[760px]:border-r-0 max-[760px]:border-b">
      <Button
        size="tall"
        className="justify-center"
        data-testid="watch-new"
        onClick={() => go("watch", NEW)}
      >
        <Plus size={14} aria-hidden="true" />
        {w.fresh}
      </Button>
      <nav aria-label={w.list} className="flex flex-col gap-0.5">
        {view.watches.map((watch) => (
          <Entry
            key={watch.summary.id}
            watch={watch}
            isOpen={watch.summary.id === open}
            isRunning={watch.summary.id === running}
          />
        ))}
      </nav>
      <Takes takes={view.takes} />
    </div>
  );
}

interface EntryProps {
  watch: WatchView;
  isOpen: boolean;
  isRunning: boolean;
}

function Entry({ watch, isOpen, isRunning }: EntryProps) {
  const { summary, taker } = watch;
  const isIdle = !summary.paused && summary.next_s != null && taker === "nobody" && !isRunning;
  const state = isRunning ? w.running : nextText(summary);
  return (
    <a
      href={address("watch", summary.id)}
      aria-current={isOpen ? "page" : undefined}
      data-testid={`watch-${summary.name}`}
      className="flex flex-col gap-0.5 rounded-md px-2.5 py-1.5 text-sm text-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
    >
      <span className="font-semibold text-ink">
        <MiddleCut text={summary.name} />
      </span>
      <span className="text-xs text-soft">{everyText(summary.every_minutes)}</span>
      <span className={`text-xs ${isIdle ? "text-warn" : "text-faint"}`}>
        {isIdle ? w.takers.nobody : state}
      </span>
      {summary.latest_s != null ? (
        <span className="sr-only">{momentText(summary.latest_s)}</span>
      ) : null}
    </a>
  );
}

/** Whether this window takes turns: a switch, because it costs what the watches cost. */
function Takes({ takes }: { takes: boolean }) {
  const change = useChangePreferences();
  return (
    <div className="mt-auto border-t border-line px-1 pt-2 max-[760px]:mt-0">
      <label className="flex items-start gap-2 text-xs text-ink" {...tip(w.takesHint)}>
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0"
          data-testid="watch-takes"
          checked={takes}
          onChange={(event) => void change({ watches: event.currentTarget.checked })}
        />
        {w.takes}
      </label>
      {takes ? null : (
        <p className="mt-1 text-xs text-faint">
          <Prose text={w.takesHint} />
        </p>
      )}
    </div>
  );
}
