/** The card of one contender: numbers above, text in the middle, notes below. Its layout never moves. */

import { Copy, FileText, Square, Type } from "lucide-react";
import { Suspense } from "react";
import type { Adjustment, Lane, Spread } from "../../backend/backend";
import { definitionOf, feelsOf, known } from "../../strings/catalogue";
import { stepsOf } from "../../strings/chainName";
import { durationWithUnit, rate } from "../../strings/numbers";
import { told } from "../../strings/phrases";
import { statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { IconButton, LaneBadge, MiddleCut, Prose, SimulatedTag } from "../../ui/controls";
import { copyAndSay } from "../../ui/copyAndSay";
import { keyOf } from "../../ui/keyboard";
import { laneColour } from "../../ui/lanes";
import { lazy } from "../../ui/lazy";
import { tip } from "../../ui/tip";
import { type Figure, figuresOf } from "../figures";
import type { TextSource } from "../laneStore";
import { headingOf } from "../names";
import { definitionText } from "../numbers/Defined";
import { betweenPromptEnds } from "../numbers/promptEnds";
import { failedOf, type LiveLane, type Race, silentSince } from "../race";
import { isWrong, rightInWords } from "../right";
import { askedLast, phaseInWords } from "../steps";
import { outcomeOf } from "../track/trackGeometry";
import { showsRows, useView } from "../view";
import { AnswerVote } from "./AnswerVote";
import { LaneDetails } from "./LaneDetails";
import { LaneFault, type LaneRemedies } from "./LaneFault";
import { LaneSteps } from "./LaneSteps";
import { LaneTags } from "./LaneTags";
import { LaneText } from "./LaneText";
import { OneLine } from "./OneLine";
import "./lane.css";

const ToolCalls = lazy(async () => (await import("./ToolCalls")).ToolCalls);
const LaneMarkdown = lazy(async () => (await import("./LaneMarkdown")).LaneMarkdown);

/** The numbers that people quote. */
const QUOTED = [known("decode_tps"), known("ttft_ms")];

const PHASE_TONES = {
  connecting: "text-faint",
  ready: "text-faint",
  waiting: "text-soft",
  thinking: "text-soft",
  writing: "text-ink",
  ended: "text-faint",
} as const;

function Standing({ lane, race }: { lane: LiveLane; race: Race }) {
  const { sample, phase } = lane;
  if (race.stage === "planned" || race.isAsked) return null;
  if (!sample) {
    const silent = silentSince(lane, race);
    if (silent !== null)
      return (
        <span className="text-warn">
          {strings.lane.silentSince(durationWithUnit(silent / 1_000))}
        </span>
      );
    return <span className={PHASE_TONES[phase]}>{phaseInWords(lane)}</span>;
  }
  // The failure is shown once, where there is room for it: below.
  if (sample.error) return <span className="text-bad">{strings.lane.failed}</span>;
  const failed = outcomeOf(sample.status) === "failed";
  // To finish is the normal case.
  const isFine = sample.status === "ok" && !isWrong(sample);
  return (
    <span className={failed ? "text-bad" : isFine ? "text-faint" : "text-soft"}>
      {statuses[sample.status]}
    </span>
  );
}

function Reading({ figure, testId }: { figure: Figure; testId: string }) {
  const about = figure.id === null ? undefined : definitionOf(figure.id);
  return (
    // A screen reader follows the order of the page, with the name first; visually the number is on top.
    <div className="flex min-w-0 flex-col-reverse" {...(about ? tip(definitionText(about)) : {})}>
      <dt className="truncate text-2xs leading-4 text-faint">{figure.label}</dt>
      <dd
        data-testid={testId}
        data-value={figure.raw ?? ""}
        className="text-base leading-5 font-semibold whitespace-nowrap @max-[19rem]:text-sm @max-[19rem]:leading-5"
      >
        {figure.text}
      </dd>
    </div>
  );
}

function typical(
  spread: Spread | undefined,
  format: (value: number | null) => string,
): string | null {
  if (!spread) return null;
  const isMedian = (spread.p50 ?? null) !== null;
  const value = isMedian ? spread.p50 : spread.mean;
  return strings.lane.typical(
    isMedian ? strings.numbersTable.p50 : strings.numbersTable.mean,
    format(value ?? null),
  );
}

/** Over several rounds: how many are done and, once all are, their summary. */
function RoundsLine({ lane, race, index }: { lane: LiveLane; race: Race; index: number }) {
  if (race.plan.repeat < 2) return null;
  const own = race.run?.lanes[index];
  const summary = own?.summary;
  const speed = typical(summary?.decode_tps, (value) => `${rate(value)} ${strings.track.tps}`);
  // No request had the median over prompts of very different lengths.
  const ends = betweenPromptEnds(own, "ttft_ms", durationWithUnit);
  const first = ends ?? typical(summary?.ttft_ms, durationWithUnit);
  const failed = failedOf(lane.samples);
  const rounds =
    failed > 0
      ? strings.lane.failedRounds(failed, lane.samples.length)
      : strings.lane.summary(lane.samples.length);
  const right = rightInWords(lane.samples);
  const parts = [rounds, right, speed, first && `TTFT ${first}`].filter(Boolean);
  return (
    <p
      data-testid={`lane-${index}-summary`}
      className={`h-5 truncate px-3 text-2xs leading-5 ${failed > 0 ? "text-warn" : "text-soft"}`}
    >
      {parts.join(" · ")}
    </p>
  );
}

/** What its typical TTFT and speed feel like to a reader, once they are known. Its place is kept until then. */
function FeelsLine({ lane, testId }: { lane: Lane | undefined; testId: string }) {
  const words = QUOTED.flatMap((metric) => {
    const word = feelsOf(lane?.feels, metric);
    return word === null ? [] : [told(metric.short, word)];
  }).join(" · ");
  return (
    <p
      data-testid={testId}
      {...tip(words)}
      className="h-4 shrink-0 truncate px-3 text-2xs leading-4 text-soft"
    >
      {words}
    </p>
  );
}

/** How many output tokens a lane was allowed; null if that was left to the provider. */
function limitOf({ plan }: Race, { place }: LiveLane): number | null {
  return plan.lanes[place]?.max_tokens ?? plan.max_tokens ?? null;
}

/** Shows a finished answer as Markdown, or as written. */
function MarkdownSwitch({ place, testId }: { place: number; testId: string }) {
  const rendered = useView((looking) => looking.rendered.has(place));
  const turn = useView((looking) => looking.turnRendered);
  const Icon = rendered ? Type : FileText;
  return (
    <IconButton
      label={rendered ? strings.stage.asWritten : strings.stage.markdown}
      keys={["M"]}
      aria-pressed={rendered}
      data-testid={testId}
      onClick={() => turn([place])}
    >
      <Icon size={13} aria-hidden="true" />
    </IconButton>
  );
}

export interface LaneCardProps {
  lane: LiveLane;
  index: number;
  race: Race;
  texts: TextSource;
  focused: boolean;
  onFocus: () => void;
  onStop: (() => void) | null;
  remedies: LaneRemedies;
  /** What to know about it before the start. */
  notes: readonly string[];
}

const NOT_ADJUSTED: readonly Adjustment[] = [];

/** How a lane's requests differ from the plan; of a chain, those of all of its steps. */
function adjustmentsOf(lane: Lane | undefined): readonly Adjustment[] {
  if (!lane) return NOT_ADJUSTED;
  const { adjustments, steps = [] } = lane;
  return steps.length > 0
    ? steps.flatMap((step) => step.adjustments ?? [])
    : (adjustments ?? NOT_ADJUSTED);
}

export function LaneCard({
  lane,
  index,
  race,
  texts,
  focused,
  onFocus,
  onStop,
  remedies,
  notes,
}: LaneCardProps) {
  const figures = figuresOf(lane, race);
  const { title, beside } = headingOf(lane);
  const { sample } = lane;
  const fault = sample?.error ?? null;
  const planned = race.plan.lanes[lane.place];
  const asked = planned && askedLast(planned, sample);
  const hasFigures = Object.values(figures).some(({ raw }) => raw !== null);
  const adjustments = adjustmentsOf(race.run?.lanes[index]);
  const running = race.stage !== "ended" && !race.isAsked && sample === null;
  const keptAs = race.notSaved === null ? (race.run?.id ?? null) : null;
  const round = sample ? (race.run?.lanes[index]?.samples.indexOf(sample) ?? -1) : -1;
  const isBlank = sample?.text === "" && sample.reasoning === "" && !sample.tools;
  const isNoted = race.stage === "planned" && notes.length > 0;
  const isCallOnly = Boolean(sample?.tools) && sample?.text === "" && sample.reasoning === "";
  const isSilent = isNoted || sample?.error || sample?.tools;
  const hint = isSilent ? "" : sample ? strings.lane.noText : strings.lane.waiting;
  const rendered = useView((looking) => looking.rendered.has(lane.place));
  const isBrief = useView(showsRows);
  const id = (part: string) => `lane-${index}-${part}`;
  const atHand = (
    <>
      {sample?.text ? (
        <>
          <IconButton
            label={strings.lane.copy}
            data-testid={id("copy")}
            onClick={() => void copyAndSay(sample.text)}
          >
            <Copy size={13} aria-hidden="true" />
          </IconButton>
          <MarkdownSwitch place={lane.place} testId={id("markdown-switch")} />
        </>
      ) : null}
      {keptAs !== null && round >= 0 ? (
        <AnswerVote run={keptAs} lane={index} round={round} name={title} testId={id("vote")} />
      ) : null}
      {sample ? (
        <LaneDetails
          name={`${lane.label} · ${lane.model}`}
          sample={sample}
          plan={race.plan}
          adjustments={adjustments}
          lane={race.run?.lanes[index]}
        />
      ) : null}
    </>
  );
  return (
    <article
      data-testid={`lane-${index}`}
      data-place={lane.place}
      data-key={keyOf(lane.place)}
      data-status={sample?.status ?? ""}
      data-phase={lane.phase}
      data-failed={fault ? "" : undefined}
      aria-label={strings.lane.label(lane.place + 1, lane.label, lane.model)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the focused lane.
      tabIndex={0}
      onFocus={onFocus}
      className={`@container flex min-h-0 min-w-0 flex-col overflow-hidden bg-panel ${focused ? "shadow-[inset_0_0_0_1px_var(--line-strong)]" : ""}`}
      style={{ borderTop: `2px solid ${laneColour(lane.look)}` }}
    >
      <header className="flex h-8 shrink-0 items-center gap-2 px-3 pt-1">
        <LaneBadge look={lane.look} />
        <h2 className="min-w-0 shrink font-semibold" {...tip(title)}>
          <MiddleCut text={title} among={race.lanes.map((other) => headingOf(other).title)} />
        </h2>
        {lane.simulated ? (
          <SimulatedTag className="@max-[16.5rem]:hidden" />
        ) : (
          <span
            // Only what the name leaves.
            className="selectable min-w-0 flex-1 truncate text-xs text-faint @max-[16.5rem]:hidden"
            {...tip(beside)}
          >
            {beside}
          </span>
        )}
        {isBrief && figures.tokens.raw !== null ? (
          <span
            // While it writes, a narrow column has room either for its name or for this; its row shows the
            // same.
            className={`ml-auto shrink-0 pl-1 text-xs text-faint ${sample?.status === "ok" ? "" : "@max-[22rem]:hidden"}`}
            aria-hidden="true"
          >
            {strings.lane.brief(figures.tokens.text)}
          </span>
        ) : null}
        <span
          data-testid={id("status")}
          className={
            isBrief && sample?.status === "ok"
              ? "sr-only"
              : "ml-auto max-w-[45%] shrink-0 truncate pl-1 text-xs tabular-nums"
          }
        >
          <Standing lane={lane} race={race} />
        </span>
      </header>
      <dl
        // On the track a lane's row has its figures; here they stay for screen readers.
        className={`${fault && !hasFigures ? "hidden" : isBrief ? "sr-only" : "grid"} shrink-0 grid-cols-[minmax(max-content,1.15fr)_minmax(max-content,0.9fr)_minmax(max-content,0.9fr)_minmax(max-content,0.85fr)_minmax(max-content,1.4fr)] gap-x-1.5 px-3 @max-[16.5rem]:grid-cols-[minmax(max-content,1.35fr)_minmax(max-content,1fr)_minmax(max-content,1fr)_minmax(max-content,0.85fr)] @max-[16.5rem]:px-2.5 @max-[16.5rem]:[&>*:last-child]:hidden pb-1.5`}
      >
        <Reading figure={figures.tps} testId={id("tps")} />
        <Reading figure={figures.ttft} testId={id("ttft")} />
        <Reading figure={figures.total} testId={id("total")} />
        <Reading figure={figures.tokens} testId={id("tokens")} />
        <Reading figure={figures.cost} testId={id("cost")} />
      </dl>
      {isBrief ? null : <FeelsLine lane={race.run?.lanes[index]} testId={id("feels")} />}
      <RoundsLine lane={lane} race={race} index={index} />
      {sample?.steps?.length ? (
        <LaneSteps
          sample={sample}
          samples={lane.samples}
          lane={race.run?.lanes[index]}
          models={stepsOf(lane.model)}
          testId={id("steps")}
        />
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        {isNoted ? (
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
            tabIndex={0}
            className="flex max-h-full shrink-0 flex-col gap-1 overflow-y-auto px-3 py-2 text-xs text-warn"
          >
            {notes.map((note) => (
              <li key={note}>
                <Prose text={note} />
              </li>
            ))}
          </ul>
        ) : null}
        {sample?.text && rendered ? (
          <Suspense fallback={null}>
            <LaneMarkdown
              lane={index}
              name={title}
              reasoning={sample.reasoning}
              answer={sample.text}
            />
          </Suspense>
        ) : (
          <div className={isCallOnly ? "hidden" : "contents"}>
            <LaneText lane={index} name={title} source={texts} busy={running} hint={hint} />
          </div>
        )}
        {sample?.tools ? <ToolCalls text={sample.tools} lane={index} alone={isCallOnly} /> : null}
        {fault ? (
          <LaneFault
            fault={fault}
            provider={asked?.provider ?? lane.provider}
            onTop={isBlank}
            at={remedies}
          >
            {atHand}
          </LaneFault>
        ) : null}
      </div>
      {fault ? null : (
        // In a column without room for both, the buttons stand below the tags.
        <footer className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-1 pr-1.5 pl-2">
          <span className="flex min-w-0 flex-[1_1_6rem] items-center gap-1">
            {lane.simulated ? (
              <SimulatedTag className="mr-0.5 hidden @max-[16.5rem]:inline" />
            ) : null}
            <OneLine testId={id("tags")}>
              <LaneTags lane={lane} limit={limitOf(race, lane)} adjustments={adjustments} />
            </OneLine>
          </span>
          <span className="ml-auto flex shrink-0 items-center gap-1">
            {atHand}
            {running && onStop ? (
              <IconButton
                label={strings.lane.stop}
                keys={["Esc"]}
                onClick={onStop}
                data-testid={id("stop")}
              >
                <Square size={12} aria-hidden="true" />
              </IconButton>
            ) : null}
          </span>
        </footer>
      )}
    </article>
  );
}
