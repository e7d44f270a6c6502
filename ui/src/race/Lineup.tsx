/** Who races: one chip per lane, its settings a click away. */

import { Popover } from "@base-ui/react/popover";
import { CopyPlus, Plus, Volume2, VolumeX, X } from "lucide-react";
import { useState } from "react";
import type { ProviderView } from "../backend/backend";
import { useProviders } from "../backend/queries";
import { Button, IconButton, Keys, LaneBadge } from "../look/controls";
import { TAKES_KEYS } from "../look/keyboard";
import { noteWithUndo } from "../look/toasts";
import { words } from "../words/words";
import { type DraftLane, isOverridden, useDraft } from "./draft";
import { EffortField } from "./EffortField";
import { LineUpShelf } from "./LineUpShelf";
import { isUsable, ModelPicker } from "./ModelPicker";
import { NumberField } from "./NumberField";

const POPUP = "w-[360px] popup p-3";

/** Removes a lane and offers it back. */
export function removeLane(place: number, label: string): void {
  const { lanes, remove, putBack } = useDraft.getState();
  const lane = lanes[place];
  if (!lane) return;
  remove(place);
  noteWithUndo(words.lineup.removed(label), {
    label: words.lineup.undo,
    run: () => putBack(place, lane),
  });
}

interface LaneProps {
  lane: DraftLane;
  place: number;
  view: ProviderView | undefined;
}

function LaneSettings({ lane, place, view, close }: LaneProps & { close: () => void }) {
  const draft = useDraft();
  const [changing, setChanging] = useState(false);
  const shared = (value: number | string | null | undefined) =>
    words.lineup.asShared(
      value === null || value === undefined ? words.race.providersOwn : String(value),
    );
  return (
    <>
      <Popover.Title className="mb-2 flex items-center gap-2 text-sm font-semibold">
        <LaneBadge place={place} />
        {view?.label ?? lane.provider}{" "}
        <span className="truncate font-normal text-soft">{lane.model}</span>
      </Popover.Title>
      {changing ? (
        <ModelPicker
          label={words.lineup.changeTitle}
          onPick={(contestant) => {
            draft.change(place, contestant);
            close();
          }}
        />
      ) : (
        <Button onClick={() => setChanging(true)} data-testid="change-lane">
          {words.lineup.changeTitle}
        </Button>
      )}
      <fieldset className="mt-3 border-t border-line pt-3">
        <legend className="sr-only">{words.lineup.overrides}</legend>
        <div className="mb-2 flex items-center justify-between text-xs">
          <span className="font-semibold">{words.lineup.overrides}</span>
          <Button
            look="quiet"
            size="small"
            disabled={!isOverridden(lane)}
            onClick={() =>
              draft.change(place, { max_tokens: null, temperature: null, effort: null })
            }
          >
            {words.lineup.reset}
          </Button>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <div>
            <NumberField
              label={words.race.maxTokens}
              value={lane.max_tokens}
              min={1}
              onChange={(max_tokens) => draft.change(place, { max_tokens })}
            />
            <p className="mt-1 text-2xs text-faint">{shared(draft.max_tokens)}</p>
          </div>
          <div>
            <NumberField
              label={words.race.temperature}
              value={lane.temperature}
              min={0}
              max={2}
              step={0.1}
              onChange={(temperature) => draft.change(place, { temperature })}
            />
            <p className="mt-1 text-2xs text-faint">{shared(draft.temperature)}</p>
          </div>
          <div>
            <EffortField
              value={lane.effort}
              onChange={(effort) => draft.change(place, { effort })}
            />
            <p className="mt-1 text-2xs text-faint">{shared(draft.effort)}</p>
          </div>
        </div>
      </fieldset>
      <div className="mt-3 flex justify-between border-t border-line pt-2">
        <Button look="quiet" onClick={() => draft.duplicate(place)} data-testid="duplicate-lane">
          <CopyPlus size={14} aria-hidden="true" />
          {words.lineup.duplicate} <Keys keys={["Mod", "D"]} />
        </Button>
        <Button
          look="quiet"
          onClick={() => draft.change(place, { muted: !lane.muted })}
          data-testid="mute-lane"
        >
          {lane.muted ? (
            <Volume2 size={14} aria-hidden="true" />
          ) : (
            <VolumeX size={14} aria-hidden="true" />
          )}
          {lane.muted ? words.lineup.unmute : words.lineup.mute}{" "}
          <Keys keys={["Shift", String(place + 1)]} />
        </Button>
      </div>
    </>
  );
}

function Chip({ lane, place, view }: LaneProps) {
  const [open, setOpen] = useState(false);
  const focused = useDraft((draft) => draft.focused === place);
  const focus = useDraft((draft) => draft.focus);
  const label = view?.label ?? lane.provider;
  const keyless = view !== undefined && !isUsable(view);
  return (
    <li
      className={`flex h-8 min-w-0 max-w-56 flex-[1_1_116px] items-center rounded-md border bg-panel pr-1 ${focused ? "border-line-strong" : "border-line"} ${lane.muted ? "opacity-75" : ""}`}
    >
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          data-testid={`chip-${place}`}
          data-place={place}
          onFocus={() => focus(place)}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-2 text-left hover:text-ink"
        >
          <LaneBadge place={place} dim={lane.muted} />
          <span className="sr-only">{words.lineup.place(place + 1)}</span>
          <span className={`min-w-0 truncate ${lane.muted ? "line-through" : ""}`}>
            {view?.simulated ? lane.model : label}{" "}
            <span className="text-xs text-faint">{view?.simulated ? "" : lane.model}</span>
          </span>
          {lane.muted ? (
            <span className="ml-auto text-2xs text-faint">{words.lineup.muted}</span>
          ) : null}
          {keyless && !lane.muted ? (
            <span className="ml-auto shrink-0 text-2xs text-warn">{words.lineup.noKey}</span>
          ) : null}
          {isOverridden(lane) ? (
            <span
              title={words.lineup.overridden}
              className="ml-auto size-1.5 shrink-0 rounded-full bg-accent"
              data-testid={`override-${place}`}
            >
              <span className="sr-only">{words.lineup.overridden}</span>
            </span>
          ) : null}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="bottom" align="start" sideOffset={6} className="z-30">
            <Popover.Popup {...TAKES_KEYS} className={POPUP} data-testid="lane-settings">
              <LaneSettings lane={lane} place={place} view={view} close={() => setOpen(false)} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <IconButton
        label={words.lineup.removeLane(place + 1)}
        side="bottom"
        onClick={() => removeLane(place, label)}
        data-testid={`remove-${place}`}
      >
        <X size={13} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

export function Lineup() {
  const lanes = useDraft((draft) => draft.lanes);
  const adding = useDraft((draft) => draft.adding);
  const setAdding = useDraft((draft) => draft.setAdding);
  const add = useDraft((draft) => draft.add);
  const providers = useProviders();
  return (
    <ul aria-label={words.lineup.label} className="flex flex-wrap gap-1.5">
      {lanes.map((lane, place) => (
        <Chip
          key={lane.key}
          lane={lane}
          place={place}
          view={providers.find(({ id }) => id === lane.provider)}
        />
      ))}
      <li className="flex items-center gap-1">
        <Popover.Root open={adding} onOpenChange={setAdding}>
          <Popover.Trigger
            data-testid="add-lane"
            aria-label={words.lineup.add}
            className="inline-flex h-8 items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2.5 text-xs text-soft hover:bg-raised hover:text-ink"
          >
            <Plus size={14} aria-hidden="true" />
            <span className="max-[1100px]:hidden">{words.lineup.add}</span>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner side="bottom" align="start" sideOffset={6} className="z-30">
              <Popover.Popup {...TAKES_KEYS} className={POPUP}>
                <Popover.Title className="mb-2 text-sm font-semibold">
                  {words.lineup.addTitle}
                </Popover.Title>
                <ModelPicker
                  label={words.lineup.addTitle}
                  onPick={(contestant) => {
                    add(contestant);
                    setAdding(false);
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
        <LineUpShelf />
      </li>
    </ul>
  );
}
