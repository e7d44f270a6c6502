/** The line-up: a chip per lane, or the lane's own row on the track; either opens its settings and can be moved. */

import { KeyRound, Plus, X } from "lucide-react";
import { type HTMLAttributes, type KeyboardEvent, memo, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { ProviderView } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { useProviders } from "../backend/queries";
import type { RowNameProps } from "../run/finish/trackLineUp";
import { contenderOf } from "../run/names";
import { modelOf } from "../run/steps";
import { strings } from "../strings/strings";
import { announce } from "../ui/announcer";
import { IconButton, LaneBadge, MiddleCut } from "../ui/controls";
import { lazy } from "../ui/lazy";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";
import { noteWithUndo } from "../ui/toasts";
import { type DraftLane, isOverridden, useDraft } from "./draft";
import { LineUpLibrary } from "./LineUpLibrary";
import { isUsable } from "./usable";

const ModelPicker = lazy(async () => (await import("./ModelPicker")).ModelPicker);
const LaneSettings = lazy(async () => (await import("./LaneSettings")).LaneSettings);

const PANEL = "w-[440px] p-3";

/** Removes a lane and offers it back. */
export function removeLane(place: number): void {
  const { lanes, remove, putBack } = useDraft.getState();
  const lane = lanes[place];
  if (!lane) return;
  remove(place);
  noteWithUndo(strings.lineup.removed(lane.model), {
    label: strings.lineup.undo,
    run: () => putBack(place, lane),
  });
}

/** The data type of a dragged lane; nothing outside the line-up accepts it. */
const LANE = "application/x-paceline-lane";

const chipTip = (label: string, model: string, place: number) =>
  `${label} · ${model}\n${strings.lineup.move(place + 1)}`;

interface LaneProps {
  lane: DraftLane;
  place: number;
  look: number;
  view: ProviderView | undefined;
}

/** Moves a lane and keeps the focus on it. */
function moveBy(event: KeyboardEvent, place: number, step: number): void {
  const { lanes, move } = useDraft.getState();
  if (place + step < 0 || place + step >= lanes.length) return;
  event.preventDefault();
  // The lane keeps the focus, wherever it moves, before the next key of a quick hand arrives.
  flushSync(() => move(place, place + step));
  document.querySelector<HTMLElement>(`[data-testid="chip-${place + step}"]`)?.focus();
  announce(strings.lineup.moved(place + step + 1));
}

/** Makes an element a draggable lane, and a drop target for lanes. */
export function dragOf(place: number): HTMLAttributes<HTMLElement> {
  return {
    draggable: true,
    onDragStart: (event) => {
      event.dataTransfer.setData(LANE, String(place));
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event) => {
      if (event.dataTransfer.types.includes(LANE)) event.preventDefault();
    },
    onDrop: (event) => {
      const from = event.dataTransfer.getData(LANE);
      if (from === "") return;
      event.preventDefault();
      useDraft.getState().move(Number(from), place);
    },
  };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** A sign and not words, which would cover the name: the line below the Race button says how many keys are missing. */
function NoKey() {
  return (
    <span className="ml-auto shrink-0 text-warn" {...tip(strings.lineup.noKey)}>
      <KeyRound size={12} aria-hidden="true" />
      <span className="sr-only">{strings.lineup.noKey}</span>
    </span>
  );
}

interface LaneButtonProps extends LaneProps {
  className: string;
  children: ReactNode;
}

/** Opens a lane's settings, and moves the lane with Alt and the arrow keys. */
function LaneButton({ lane, place, look, view, className, children }: LaneButtonProps) {
  const open = useDraft((draft) => draft.opened === place);
  const setOpened = useDraft((draft) => draft.setOpened);
  const setOpen = (opens: boolean) => setOpened(opens ? place : null);
  const focus = useDraft((draft) => draft.focus);
  const label = view?.label ?? lane.provider;
  const keyless = view !== undefined && !isUsable(view);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={
        <>
          <LaneBadge look={look} />
          {label} <span className="truncate font-normal text-soft">{lane.model}</span>
        </>
      }
      testId="lane-settings"
      className={PANEL}
      trigger={(opens) => (
        <button
          {...opens}
          data-testid={`chip-${place}`}
          data-place={place}
          onFocus={() => focus(place)}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (event.altKey && step) moveBy(event, place, step);
          }}
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
          {...tip(chipTip(label, modelOf(lane), place), { side: "bottom" })}
          className={className}
        >
          <LaneBadge look={look} dim={lane.muted} />
          <span className="sr-only">{strings.lineup.place(place + 1)}</span>
          {children}
          {lane.muted ? (
            <span className="ml-auto text-2xs text-faint">{strings.lineup.muted}</span>
          ) : null}
          {lane.later?.length ? (
            <span className="shrink-0 text-2xs text-faint" data-testid={`steps-${place}`}>
              {strings.chain.more(lane.later.length)}
            </span>
          ) : null}
          {keyless && !lane.muted ? <NoKey /> : null}
          {isOverridden(lane) ? (
            <span
              {...tip(strings.lineup.overridden)}
              className="ml-auto size-1.5 shrink-0 rounded-full bg-accent"
              data-testid={`override-${place}`}
            >
              <span className="sr-only">{strings.lineup.overridden}</span>
            </span>
          ) : null}
        </button>
      )}
    >
      <LaneSettings lane={lane} place={place} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function RemoveLane({ place }: { place: number }) {
  return (
    <IconButton
      label={strings.lineup.removeLane(place + 1)}
      side="bottom"
      onClick={() => removeLane(place)}
      data-testid={`remove-${place}`}
    >
      <X size={13} aria-hidden="true" />
    </IconButton>
  );
}

function Chip({ models, ...props }: LaneProps & { models: readonly string[] }) {
  const { lane, place, view } = props;
  const focused = useDraft((draft) => draft.focused === place);
  return (
    <li
      {...dragOf(place)}
      className={`flex h-8 min-w-29 max-w-56 flex-[0_1_auto] items-center rounded-md border bg-panel pr-1 ${focused ? "border-line-strong" : "border-line"}`}
    >
      <LaneButton
        {...props}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-2 text-left hover:text-ink"
      >
        <span className={`flex min-w-0 items-baseline gap-1 ${lane.muted ? "line-through" : ""}`}>
          <MiddleCut text={lane.model} among={models} />
          {view?.simulated ? null : (
            // The model distinguishes lanes, so the provider is shortened first.
            <span className="min-w-0 shrink-[9999] truncate text-xs text-faint">
              {view?.label ?? lane.provider}
            </span>
          )}
        </span>
      </LaneButton>
      <RemoveLane place={place} />
    </li>
  );
}

/** A lane's name on the track, instead of its chip. */
export const RowLane = memo(function RowLane({ place, look, children }: RowNameProps) {
  const lane = useDraft((draft) => draft.lanes[place]);
  const view = useProviders().find(({ id }) => id === lane?.provider);
  if (!lane) return null;
  return (
    <>
      <LaneButton
        lane={lane}
        place={place}
        look={look}
        view={view}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm text-left"
      >
        {children}
      </LaneButton>
      <span className="row-remove shrink-0">
        <RemoveLane place={place} />
      </span>
    </>
  );
});

function AddLane({ small }: { small: boolean }) {
  const adding = useDraft((draft) => draft.adding);
  const setAdding = useDraft((draft) => draft.setAdding);
  const add = useDraft((draft) => draft.add);
  return (
    <>
      <Popover
        open={adding}
        onOpenChange={setAdding}
        title={strings.lineup.addTitle}
        className={PANEL}
        trigger={(opens) => (
          <button
            {...opens}
            data-testid="add-lane"
            aria-label={strings.lineup.add}
            className={`inline-flex items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2.5 text-xs text-soft hover:bg-raised hover:text-ink ${small ? "h-6" : "h-8"}`}
          >
            <Plus size={14} aria-hidden="true" />
            <span className="max-[1100px]:hidden">{strings.lineup.add}</span>
          </button>
        )}
      >
        <ModelPicker
          label={strings.lineup.addTitle}
          onPick={(contestant, stays) => {
            add(contestant);
            if (stays) announce(strings.lineup.addedAll(1));
            else setAdding(false);
          }}
          onPickAll={(contestants) => {
            for (const contestant of contestants) add(contestant);
            setAdding(false);
            announce(strings.lineup.addedAll(contestants.length));
          }}
        />
      </Popover>
      <LineUpLibrary />
    </>
  );
}

interface LineUpProps {
  /** Which lanes are chips: all, or only those without a row on the track because they are muted. */
  chips?: "all" | "muted";
}

export function LineUp({ chips = "all" }: LineUpProps) {
  const lanes = useDraft((draft) => draft.lanes);
  const providers = useProviders();
  const contender = contenderOf(providers);
  const models = lanes.map(({ model }) => model);
  const looks = looksOf(lanes.map((lane) => ({ ...contender(lane), model: modelOf(lane) })));
  return (
    <ul
      aria-label={strings.lineup.label}
      className={`flex flex-wrap gap-1.5 ${chips === "muted" ? "pt-1.5" : ""}`}
    >
      {lanes.map((lane, place) =>
        chips === "muted" && !lane.muted ? null : (
          <Chip
            key={lane.key}
            lane={lane}
            place={place}
            look={looks[place] ?? place}
            models={models}
            view={providers.find(({ id }) => id === lane.provider)}
          />
        ),
      )}
      <li className="flex items-center gap-1">
        <AddLane small={chips === "muted"} />
      </li>
    </ul>
  );
}
