/** A watch: its numbers over a period, the changes that were noticed, and its latest turns. */

import { useState } from "react";
import type { WatchedNumber, WatchShown, WatchView } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { shortNameOf } from "../run/names";
import { count, dollars, nearlyAll, percentage, UNKNOWN } from "../strings/numbers";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";
import { Button, LaneBadge, MiddleCut, Prose, SimulatedTag, Tag } from "../ui/controls";
import { address, go } from "../ui/route";
import { Segments } from "../ui/Segments";
import { tip } from "../ui/tip";
import { note } from "../ui/toasts";
import { CourseChart } from "./CourseChart";
import { NUMBERS, textOf } from "./numbers";
import { WeekChart } from "./WeekChart";
import { useWatchChange, useWatchShown } from "./watches";
import { activeText, everyText, momentText, nextText } from "./words";

const w = strings.watch;
const PERIODS = [1, 7, 28, 90] as const;
type Days = (typeof PERIODS)[number];

interface DetailProps {
  watch: WatchView;
  /** Whether a turn of it is taken here. */
  isRunning: boolean;
  /** Whether a turn of any watch is. */
  isBusy: boolean;
}

export function WatchDetail({ watch, isRunning, isBusy }: DetailProps) {
  const [number, setNumber] = useState<WatchedNumber>("ttft");
  const [days, setDays] = useState<Days>(7);
  const shown = useWatchShown(watch.summary.id, number, days).data;
  return (
    <article className="min-h-0 min-w-0 overflow-y-auto p-4 max-[760px]:overflow-visible">
      <Head watch={watch} shown={shown} isRunning={isRunning} isBusy={isBusy} days={days} />
      <div className="mt-3 mb-3 flex flex-wrap items-center gap-3">
        <Segments
          label={w.number}
          value={number}
          choices={NUMBERS.map((each) => ({
            value: each,
            text: w.numbers[each],
            testId: `watch-number-${each}`,
          }))}
          onChange={setNumber}
        />
        <Segments
          label={w.period}
          value={days}
          choices={PERIODS.map((each) => ({
            value: each,
            text: w.periods[each],
            testId: `watch-days-${each}`,
          }))}
          onChange={setDays}
        />
      </div>
      {shown ? (
        <div className="space-y-4">
          <CourseChart shown={shown} period={w.periods[days]} />
          <Contenders shown={shown} />
          <Changes shown={shown} />
          <WeekChart shown={shown} />
          <Latest shown={shown} />
        </div>
      ) : null}
    </article>
  );
}

interface HeadProps extends DetailProps {
  shown: WatchShown | undefined;
  days: Days;
}

function Head({ watch, shown, isRunning, isBusy, days }: HeadProps) {
  const { summary, taker } = watch;
  const change = useWatchChange();
  const isActive = !summary.paused && summary.next_s != null;
  const budget = shown?.budget;
  const facts = [
    everyText(summary.every_minutes),
    ...(shown ? activeText(shown.rhythm) : []),
    ...(budget?.usd_per_day == null ? [] : [w.budgetUsd(dollars(budget.usd_per_day))]),
    ...(budget?.tokens_per_day == null ? [] : [w.budgetTokens(budget.tokens_per_day)]),
    ...(shown?.site ? [w.site(shown.site)] : []),
    isRunning ? w.running : nextText(summary),
    ...(isActive ? [w.takers[taker]] : []),
  ];
  const remove = async () => {
    const goes = await ask({
      title: w.removeTitle(summary.name),
      text: w.removeText,
      go: w.remove,
    });
    if (!goes) return;
    await change.mutateAsync((asked) => asked.removeWatch(summary.id));
    note(w.removed(summary.name));
    go("watch");
  };
  const onDesktop = shown?.alarms.some(({ task }) => task.target.type === "desktop") ?? false;
  const others = shown?.alarms.filter(({ task }) => task.target.type !== "desktop").length ?? 0;
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="min-w-0 text-lg font-semibold">
          <MiddleCut text={summary.name} />
        </h1>
        {shown?.contenders.some(({ simulated }) => simulated) ? <SimulatedTag /> : null}
        {summary.paused ? <Tag tone="warn">{w.paused}</Tag> : null}
        <span className="grow" />
        {isRunning ? (
          <Button
            data-testid="watch-stop"
            onClick={() => change.mutate((asked) => asked.stopTurn())}
          >
            {w.stop}
          </Button>
        ) : (
          <Button
            data-testid="watch-now"
            disabled={isBusy}
            {...tip(w.nowHint)}
            onClick={() => change.mutate((asked) => asked.takeTurn(summary.id))}
          >
            {w.now}
          </Button>
        )}
        <Button
          data-testid="watch-pause"
          onClick={() => change.mutate((asked) => asked.pauseWatch(summary.id, !summary.paused))}
        >
          {summary.paused ? w.resume : w.pause}
        </Button>
        <Button
          data-testid="watch-page"
          onClick={() =>
            change.mutate(async (asked) => {
              note(w.pageSaved(await asked.saveWatchPage(summary.id, days)));
            })
          }
        >
          {w.page}
        </Button>
        <Button look="quiet" data-testid="watch-remove" onClick={() => void remove()}>
          {w.remove}
        </Button>
      </div>
      <p className="text-sm text-soft" data-testid="watch-facts">
        {facts.join(" · ")}
      </p>
      {isActive && taker === "nobody" && !isRunning ? (
        <p className="text-xs text-warn">
          <Prose text={w.nobodyHint} />
        </p>
      ) : null}
      <label className="flex items-center gap-2 text-xs text-soft">
        <input
          type="checkbox"
          className="size-4"
          data-testid="watch-desktop"
          checked={onDesktop}
          onChange={(event) => {
            const isWanted = event.currentTarget.checked;
            change.mutate((asked) => asked.setWatchDesktop(summary.id, isWanted));
          }}
        />
        {w.desktop}
        {others > 0 ? <span className="text-faint">{w.others(others)}</span> : null}
      </label>
    </header>
  );
}

const CELL = "border-t border-line px-2 py-1.5 text-right tabular-nums";

function Contenders({ shown }: { shown: WatchShown }) {
  const looks = looksOf(shown.contenders);
  return (
    <section aria-label={w.table.title} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm" data-testid="watch-contenders">
        <thead>
          <tr className="text-xs text-faint">
            {w.table.columns.map((column, at) => (
              <th
                key={column}
                className={`px-2 py-1 font-normal ${at === 0 ? "text-left" : "text-right"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.contenders.map((one, at) => (
            <tr key={one.lane}>
              <th className="border-t border-line px-2 py-1.5 text-left font-normal">
                <span className="flex min-w-0 items-center gap-1.5">
                  <LaneBadge look={looks[at] ?? 0} />
                  {shortNameOf(one, shown.contenders)}
                  {one.simulated ? null : <span className="text-xs text-faint">{one.model}</span>}
                  {one.outages.length > 0 ? (
                    <Tag tone="bad">{w.table.outages(one.outages.length)}</Tag>
                  ) : null}
                </span>
              </th>
              <td className={CELL}>{count(one.turns)}</td>
              <td className={CELL}>{textOf(shown.number, one.whole)}</td>
              <td className={CELL}>{textOf(shown.number, one.before)}</td>
              <td className={CELL}>{textOf(shown.number, one.lately)}</td>
              <td className={CELL}>{nearlyAll(one.available)}</td>
              <td className={CELL}>
                {one.budget_used === null ? UNKNOWN : percentage(one.budget_used * 100)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-2 pt-1 text-xs text-faint">{w.table.budgetHint}</p>
    </section>
  );
}

const TONES = { worse: "bad", eased: "warn", resolved: "good", better: "good" } as const;

function Changes({ shown }: { shown: WatchShown }) {
  return (
    <section aria-label={w.found.title} data-testid="watch-changes">
      <h2 className="text-sm font-semibold">{w.found.title}</h2>
      {shown.changes.length === 0 ? (
        <p className="mt-1 text-sm text-soft">{w.found.none}</p>
      ) : (
        <ol className="mt-1 flex flex-col gap-1.5">
          {shown.changes.map((change, at) => (
            <li
              key={`${change.lane} ${change.number} ${change.since_s}`}
              className="flex items-baseline gap-2 text-sm"
            >
              <span className="w-6 shrink-0 text-right text-faint tabular-nums">
                {shown.changes.length - at}
              </span>
              <Tag tone={TONES[change.standing]}>{w.found.standings[change.standing]}</Tag>
              <span className="selectable min-w-0 text-soft">{said(change.sentence)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Latest({ shown }: { shown: WatchShown }) {
  return (
    <section aria-label={w.latest.title} data-testid="watch-turns">
      <h2 className="text-sm font-semibold">{w.latest.title}</h2>
      {shown.latest.length === 0 ? (
        <p className="mt-1 text-sm text-soft">{w.latest.none}</p>
      ) : (
        <ul className="mt-1 flex flex-col">
          {shown.latest.map((turn) => (
            <li
              key={`${turn.number} ${turn.run ?? ""} ${turn.due_s}`}
              className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1 text-sm"
            >
              <span className="w-36 shrink-0 text-soft tabular-nums">
                {momentText(turn.started_s ?? turn.due_s)}
              </span>
              <span
                className={turn.outcome === "done" || turn.outcome === "running" ? "" : "text-warn"}
              >
                {w.latest.outcomes[turn.outcome]}
              </span>
              {turn.turns > 1 ? (
                <span className="text-faint">{w.latest.several(turn.turns)}</span>
              ) : null}
              {turn.asked ? <span className="text-faint">{w.latest.asked}</span> : null}
              {turn.why ? <span className="selectable min-w-0 text-soft">{turn.why}</span> : null}
              {turn.run && turn.outcome !== "running" ? (
                <a
                  className="ml-auto text-xs text-soft underline hover:text-ink"
                  href={address("history", turn.run)}
                >
                  {w.latest.open}
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
