/** The composer: prompt, shared settings, and the Race button with its preflight summary. */

import { ChevronDown, ChevronRight, Play, Square } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Failure, FilledPlan, Note, Preflight, Problem } from "../backend/backend";
import { useShelf } from "../backend/library";
import { useDraft } from "../plan/draft";
import { EffortField } from "../plan/EffortField";
import { PromptLibrary } from "../plan/PromptLibrary";
import { Variables } from "../plan/Variables";
import { UNKNOWN } from "../strings/numbers";
import { failureWords, strings } from "../strings/strings";
import { Button, Keys } from "../ui/controls";
import { NumberField } from "../ui/NumberField";
import { Popover } from "../ui/Popover";
import { address } from "../ui/route";

export const PROMPT_ID = "prompt";

/**
 * In an empty box, Up goes back through the prompts asked last, and Down forth again; a prompt that was changed is the
 * user's own, in which the arrows move the caret.
 */
function useRecall() {
  const { shelf } = useShelf();
  const share = useDraft((draft) => draft.share);
  const [at, setAt] = useState(-1);
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const recent = shelf?.recent ?? [];
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const { value } = event.currentTarget;
    const isRecalled = value === "" || value === recent[at];
    if (!step || event.shiftKey || !isRecalled) return;
    const next = value === "" ? (step > 0 ? 0 : -1) : at + step;
    const prompt = next < 0 ? "" : recent[next];
    if (prompt === undefined) return;
    event.preventDefault();
    setAt(next);
    share({ prompt });
  };
}

interface PromptProps {
  preflight: Preflight | undefined;
  variables: readonly string[];
}

function Prompt({ preflight, variables }: PromptProps) {
  const draft = useDraft();
  const onRecall = useRecall();
  const [systemOpen, setSystemOpen] = useState(false);
  const system = draft.system ?? "";
  const SystemIcon = systemOpen ? ChevronDown : ChevronRight;
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-panel focus-within:border-line-strong">
      {systemOpen ? (
        <textarea
          aria-label={strings.race.system}
          data-testid="system-prompt"
          className="selectable min-h-11 resize-none rounded-t-lg border-b border-line bg-sunk px-3 py-2 text-xs -outline-offset-2"
          rows={2}
          placeholder={strings.race.systemHint}
          value={system}
          onChange={(event) => draft.share({ system: event.currentTarget.value })}
        />
      ) : null}
      <div className="relative flex min-h-13 flex-1">
        <textarea
          id={PROMPT_ID}
          aria-label={strings.race.prompt}
          data-testid="prompt"
          className="selectable min-h-13 flex-1 resize-none rounded-t-lg bg-transparent pt-2.5 pr-24 pb-1 pl-3 text-base leading-5 -outline-offset-2"
          rows={2}
          placeholder={strings.race.promptHint}
          value={draft.prompt}
          onKeyDown={onRecall}
          onChange={(event) => draft.share({ prompt: event.currentTarget.value })}
        />
        <div className="absolute top-1.5 right-1.5">
          <PromptLibrary />
        </div>
      </div>
      <Variables names={variables} />
      <div className="flex h-9 items-center gap-x-4 overflow-hidden px-2 max-[1100px]:gap-x-2">
        <Button
          look="quiet"
          size="small"
          className="min-w-0 shrink px-1.5"
          aria-expanded={systemOpen}
          onClick={() => setSystemOpen(!systemOpen)}
        >
          <SystemIcon size={13} aria-hidden="true" />
          <span className="max-[1100px]:hidden">{strings.race.system}</span>
          <span className="min-[1100px]:hidden">{strings.race.systemShort}</span>
          {systemOpen || system ? null : (
            <span className="text-faint max-[1100px]:hidden">{strings.race.systemNone}</span>
          )}
        </Button>
        <NumberField
          label={strings.race.maxTokens}
          value={draft.max_tokens}
          min={1}
          placeholder={UNKNOWN}
          testId="max-tokens"
          onChange={(max_tokens) => draft.share({ max_tokens })}
        />
        <NumberField
          label={strings.race.temperature}
          value={draft.temperature}
          min={0}
          max={2}
          step={0.1}
          placeholder={UNKNOWN}
          testId="temperature"
          onChange={(temperature) => draft.share({ temperature })}
        />
        <EffortField
          value={draft.effort}
          testId="effort"
          onChange={(effort) => draft.share({ effort })}
        />
        <NumberField
          label={strings.race.repeats}
          value={draft.repeat}
          min={1}
          max={100}
          testId="repeats"
          onChange={(repeat) => draft.share({ repeat: repeat ?? 1 })}
        />
        <span className="ml-auto pr-1 text-2xs whitespace-nowrap text-faint max-[1100px]:hidden">
          {preflight ? strings.race.promptTokens(preflight.prompt_tokens) : null}
        </span>
      </div>
    </div>
  );
}

const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined;

function Allowance({ preflight, simulated }: { preflight: Preflight; simulated: boolean }) {
  const w = strings.race.preflight;
  const { lanes, requests, most_tokens, most_usd, unpriced } = preflight;
  const cost = isKnown(most_usd) ? w.mostCost(most_usd) : simulated ? w.noCost : w.noPrice;
  const parts = [
    w.lanes(lanes, requests),
    isKnown(most_tokens) ? w.mostTokens(most_tokens) : w.noLimit,
    cost,
  ];
  return (
    <>
      <p className="text-soft">{parts.join(" · ")}</p>
      {isKnown(most_usd) && unpriced.length > 0 ? (
        <p className="text-warn">{w.unpriced(unpriced.length)}</p>
      ) : null}
    </>
  );
}

interface ProblemsProps {
  preflight: Preflight | undefined;
  unfilled: Problem | null;
  refused: Failure | null;
}

function Problems({ preflight, unfilled, refused }: ProblemsProps) {
  const w = strings.race.preflight;
  const keys = preflight?.missing_keys.length ?? 0;
  const first = preflight?.missing_keys[0];
  const whoseKey = useDraft(({ lanes }) => lanes[first ?? 0]?.provider);
  const problem = unfilled ?? preflight?.problems[0];
  const told = problem
    ? failureWords({ kind: "plan", problems: [problem] })
    : refused && failureWords(refused);
  return (
    <>
      {keys > 0 ? (
        <p className="shrink-0 text-warn">
          {w.missingKeys(keys)}.{" "}
          <a className="underline" href={address("providers", whoseKey, "key")}>
            {w.addKey}
          </a>
        </p>
      ) : null}
      {told ? (
        <p
          className={`shrink-0 text-warn ${keys > 0 ? "truncate" : "line-clamp-2"}`}
          title={told.message}
          role="status"
        >
          {told.message} {told.fix}
        </p>
      ) : null}
    </>
  );
}

/** What is sent otherwise than the plan asks, and which models end soon: how much of it, and all of it a press away. */
function Notes({ notes }: { notes: readonly Note[] }) {
  const w = strings.race.preflight;
  const [open, setOpen] = useState(false);
  if (notes.length === 0) return null;
  const lanes = new Set(notes.map(({ lane }) => lane + 1));
  const [place = 0] = lanes;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="end"
      title={w.notesTitle}
      testId="notes-of-plan"
      className="w-[360px] p-3"
      trigger={(opens) => (
        <button
          {...opens}
          data-testid="preflight-notes"
          className="shrink-0 truncate text-left text-warn underline decoration-dotted underline-offset-2"
        >
          {w.notes(notes.length, lanes.size, place)}
        </button>
      )}
    >
      <ul className="selectable flex flex-col gap-1.5 text-xs text-soft">
        {notes.map(({ lane, message }) => (
          <li key={`${lane} ${message}`}>{w.laneProblem(lane + 1, message)}</li>
        ))}
      </ul>
    </Popover>
  );
}

interface ComposerProps {
  preflight: Preflight | undefined;
  /** The plan with its variables filled, and what is missing. */
  filled: FilledPlan | undefined;
  /** Whether every lane that will run is simulated. */
  simulated: boolean;
  busy: boolean;
  refused: Failure | null;
  onRace: () => void;
  onStopAll: () => void;
}

export function Composer({
  preflight,
  filled,
  simulated,
  busy,
  refused,
  onRace,
  onStopAll,
}: ComposerProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_248px] gap-3 max-[1100px]:grid-cols-[minmax(0,1fr)_208px]">
      <Prompt preflight={preflight} variables={filled?.variables ?? []} />
      <div className="flex h-24 flex-col gap-2">
        {busy ? (
          <Button look="danger" size="main" data-testid="stop-all" onClick={onStopAll}>
            <span className="flex items-center gap-2">
              <Square size={14} aria-hidden="true" fill="currentColor" />
              {strings.race.stopAll}
            </span>
            <Keys keys={["Mod", "."]} />
          </Button>
        ) : (
          <Button look="primary" size="main" data-testid="race-button" onClick={onRace}>
            <span className="flex items-center gap-2">
              <Play size={14} aria-hidden="true" fill="currentColor" />
              {strings.race.go}
            </span>
            <Keys keys={["Mod", "Enter"]} />
          </Button>
        )}
        <div
          data-testid="preflight"
          className="flex min-h-0 flex-1 flex-col overflow-hidden text-xs leading-4"
        >
          <Problems preflight={preflight} unfilled={filled?.problem ?? null} refused={refused} />
          <Notes notes={preflight?.notes ?? []} />
          {preflight ? (
            <Allowance preflight={preflight} simulated={simulated} />
          ) : (
            <p className="text-faint">{strings.race.checking}</p>
          )}
        </div>
      </div>
    </section>
  );
}
