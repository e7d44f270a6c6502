/** The composer: prompt, shared settings, and the Race button with its preflight summary. */

import { ChevronDown, ChevronRight, Maximize2, Play, Square } from "lucide-react";
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Preflight } from "../backend/backend";
import { useShelf } from "../backend/library";
import { AddCheck, Checks } from "../plan/Checks";
import { useDraft } from "../plan/draft";
import { EffortField } from "../plan/EffortField";
import { AddJudge, Judge } from "../plan/Judge";
import { LIMITS } from "../plan/limits";
import { MoreSettings } from "../plan/MoreSettings";
import { NewRace } from "../plan/NewRace";
import { OpenPrompt } from "../plan/OpenPrompt";
import { PromptLibrary } from "../plan/PromptLibrary";
import { PromptSetNote } from "../plan/PromptSetNote";
import { AddToRequest, RequestParts, usePasted } from "../plan/RequestParts";
import { Variables } from "../plan/Variables";
import { UNKNOWN } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button, IconButton, Keys } from "../ui/controls";
import { useFileDrop } from "../ui/files";
import { GrowingText } from "../ui/GrowingText";
import { lazy } from "../ui/lazy";
import { NumberField } from "../ui/NumberField";
import { type BeforeRace, isBlocked, Preflighted } from "./Preflighted";

const PromptSheet = lazy(async () => (await import("../plan/PromptSheet")).PromptSheet);

export const PROMPT_ID = "prompt";

/**
 * In an empty box, Up goes back through recent prompts, and Down forward again; in a prompt that the user has changed,
 * the arrows move the caret.
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
    share({ prompt, templated: false });
  };
}

interface PromptProps {
  preflight: Preflight | undefined;
  variables: readonly string[];
}

/** Shares of the window's height up to which the fields grow automatically; dragged or opened, they can be larger. */
const MOST_OF_WINDOW = { prompt: 0.26, system: 0.2 };

function System() {
  const system = useDraft((draft) => draft.system);
  const share = useDraft((draft) => draft.share);
  return (
    <GrowingText
      autoFocus
      name="system"
      most={MOST_OF_WINDOW.system}
      label={strings.race.system}
      testId="system-prompt"
      className="min-h-11 rounded-t-lg border-b border-line bg-sunk text-xs -outline-offset-2"
      inset="px-3! py-2!"
      rows={2}
      placeholder={strings.race.systemHint}
      value={system ?? ""}
      onText={(text) => share({ system: text })}
    />
  );
}

/** The settings that all lanes share besides the prompt. */
function Settings() {
  const draft = useDraft(
    useShallow(({ max_tokens, temperature, effort, until_settled, repeat, share }) => ({
      max_tokens,
      temperature,
      effort,
      until_settled,
      repeat,
      share,
    })),
  );
  return (
    <>
      <NumberField
        label={strings.race.maxTokens}
        value={draft.max_tokens}
        {...LIMITS.max_tokens}
        placeholder={UNKNOWN}
        testId="max-tokens"
        onChange={(max_tokens) => draft.share({ max_tokens })}
      />
      <NumberField
        label={strings.race.temperature}
        value={draft.temperature}
        {...LIMITS.temperature}
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
        label={draft.until_settled ? strings.race.repeatsAtMost : strings.race.repeats}
        value={draft.repeat}
        {...LIMITS.repeat}
        testId="repeats"
        onChange={(repeat) => draft.share({ repeat: repeat ?? 1 })}
      />
      <MoreSettings />
    </>
  );
}

/** The prompt's text: alone in being drawn anew for each key. */
function PromptField() {
  const prompt = useDraft((draft) => draft.prompt);
  const share = useDraft((draft) => draft.share);
  const onRecall = useRecall();
  return (
    <GrowingText
      name="prompt"
      most={MOST_OF_WINDOW.prompt}
      id={PROMPT_ID}
      label={strings.race.prompt}
      testId="prompt"
      className="min-h-13 flex-1 rounded-t-lg bg-transparent text-base leading-5 -outline-offset-2"
      inset="pt-2.5! pr-42! pb-1! pl-3!"
      rows={2}
      placeholder={strings.race.promptHint}
      value={prompt}
      onKeyDown={onRecall}
      onText={(text) => share({ prompt: text })}
    />
  );
}

function Prompt({ preflight, variables }: PromptProps) {
  const hasSystem = useDraft(({ system }) => Boolean(system));
  const [systemOpen, setSystemOpen] = useState(false);
  const [sheet, setSheet] = useState(false);
  const { onFile, onPaste } = usePasted();
  const { isOver, handlers } = useFileDrop(onFile);
  const SystemIcon = systemOpen ? ChevronDown : ChevronRight;
  const length = preflight ? strings.race.promptTokens(preflight.prompt_tokens) : null;
  return (
    <div
      {...handlers}
      onPaste={onPaste}
      className={`flex min-w-0 flex-col rounded-lg border bg-panel focus-within:border-line-strong ${isOver ? "border-accent" : "border-line"}`}
    >
      {systemOpen ? <System /> : null}
      <div className="relative flex min-h-13 flex-1">
        <PromptField />
        <div className="absolute top-1.5 right-2.5 flex items-center">
          <NewRace onBegun={() => document.getElementById(PROMPT_ID)?.focus()} />
          <OpenPrompt />
          <IconButton
            label={strings.composer.enlarge}
            side="bottom"
            data-testid="enlarge-prompt"
            onClick={() => setSheet(true)}
          >
            <Maximize2 size={13} aria-hidden="true" />
          </IconButton>
          <PromptLibrary />
        </div>
      </div>
      <Variables names={variables} />
      <RequestParts />
      <PromptSetNote />
      <Checks />
      <Judge />
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 px-2 py-1 max-[1400px]:gap-x-2.5 max-[1100px]:gap-x-2">
        <AddToRequest />
        <AddCheck />
        <AddJudge />
        <Button
          look="quiet"
          size="small"
          className="px-1.5"
          aria-expanded={systemOpen}
          data-testid="system-switch"
          onClick={() => setSystemOpen(!systemOpen)}
        >
          <SystemIcon size={13} aria-hidden="true" />
          <span className="max-[1100px]:hidden">{strings.race.system}</span>
          <span className="min-[1100px]:hidden">{strings.race.systemShort}</span>
          {systemOpen || hasSystem ? null : (
            <span className="text-faint max-[1100px]:hidden">{strings.race.systemNone}</span>
          )}
        </Button>
        <Settings />
        <span className="ml-auto pr-1 text-2xs whitespace-nowrap text-faint max-[1100px]:hidden">
          {length}
        </span>
      </div>
      <Suspense fallback={null}>
        {sheet ? (
          <PromptSheet open onOpenChange={setSheet} variables={variables} length={length} />
        ) : null}
      </Suspense>
    </div>
  );
}

interface ComposerProps {
  busy: boolean;
  onRace: () => void;
  onStopAll: () => void;
  variables: readonly string[];
  check: BeforeRace;
}

/** A second press this soon after the first belongs to a double click, which was meant to start. */
const DOUBLE_CLICK_MS = 400;

/** Stops a race, unless it is the second half of the double click that started it. */
function useStop(busy: boolean, onStop: () => void): () => void {
  const since = useRef(0);
  useEffect(() => {
    if (busy) since.current = performance.now();
  }, [busy]);
  return () => {
    if (performance.now() - since.current >= DOUBLE_CLICK_MS) onStop();
  };
}

/** Focuses what prevents the start: a variable without a value. */
function focusMissing(): void {
  const fields = document.querySelectorAll<HTMLInputElement>("[data-testid='variables'] input");
  [...fields].find(({ value }) => value === "")?.focus();
}

export function Composer({ busy, onRace, onStopAll, variables, check }: ComposerProps) {
  const onStop = useStop(busy, onStopAll);
  const { others } = check;
  const isRefused = isBlocked(check);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_248px] gap-3 max-[1100px]:grid-cols-[minmax(0,1fr)_208px] max-[560px]:grid-cols-1">
      <Prompt preflight={check.preflight} variables={variables} />
      <div className="flex min-h-24 flex-col gap-2">
        {busy ? (
          <Button look="danger" size="main" data-testid="stop-all" onClick={onStop}>
            <span className="flex items-center gap-2">
              <Square size={14} aria-hidden="true" fill="currentColor" />
              {strings.race.stopAll}
            </span>
            <Keys keys={["Mod", "."]} />
          </Button>
        ) : (
          <Button
            look={isRefused ? "plain" : "primary"}
            size="main"
            data-testid="race-button"
            data-blocked={isRefused}
            onClick={() => {
              if (isRefused) focusMissing();
              onRace();
            }}
          >
            <span className="flex items-center gap-2">
              <Play size={14} aria-hidden="true" fill="currentColor" />
              {others === null ? strings.race.go : strings.race.goOthers(others)}
            </span>
            {/* Words about other lanes leave no room for them in every language. */}
            {others === null ? <Keys keys={["Mod", "Enter"]} /> : null}
          </Button>
        )}
        <Preflighted {...check} />
      </div>
    </section>
  );
}
