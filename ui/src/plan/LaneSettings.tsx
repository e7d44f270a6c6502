/** The settings of one lane: its contender, and its overrides of the shared settings. */

import { CopyPlus, MessagesSquare, Star, Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { useProviders } from "../backend/queries";
import { request } from "../strings/request";
import { strings } from "../strings/strings";
import { Button, Keys } from "../ui/controls";
import { NumberField } from "../ui/NumberField";
import { useChangePreferences, usePreferences } from "../ui/preferences";
import { Tick } from "../ui/Tick";
import { ChainSteps } from "./ChainSteps";
import { type DraftLane, isOverridden, useDraft } from "./draft";
import { EffortField } from "./EffortField";
import { LIMITS } from "./limits";
import { ModelPicker } from "./ModelPicker";
import { nameOf } from "./modelChoices";
import { useRequestUi } from "./request/requestStore";
import { ServiceTierField } from "./ServiceTierField";

interface LaneSettingsProps {
  lane: DraftLane;
  place: number;
  onDone: () => void;
}

/** Adds the lane's model to the favourites at the top of the picker, or removes it. */
function Favourite({ lane }: { lane: DraftLane }) {
  const favourites = usePreferences().data?.favourites ?? [];
  const change = useChangePreferences();
  const name = nameOf(lane);
  const isOne = favourites.includes(name);
  return (
    <Button
      look="quiet"
      aria-pressed={isOne}
      data-testid="favourite"
      onClick={() =>
        void change(({ favourites: now }) => ({
          favourites: isOne ? now.filter((other) => other !== name) : [...now, name],
        }))
      }
    >
      <Star size={14} aria-hidden="true" fill={isOne ? "currentColor" : "none"} />
      {isOne ? strings.lineup.unfavourite : strings.lineup.favourite}
    </Button>
  );
}

export function LaneSettings({ lane, place, onDone }: LaneSettingsProps) {
  const draft = useDraft();
  const [changing, setChanging] = useState(false);
  const tiers = useProviders().find(({ id }) => id === lane.provider)?.service_tiers ?? [];
  const shared = (value: number | string | null | undefined) =>
    strings.lineup.asShared(
      value === null || value === undefined ? strings.race.providersOwn : String(value),
    );
  return (
    <>
      {changing ? (
        <ModelPicker
          label={strings.lineup.changeTitle}
          onPick={(contestant) => {
            // A tier is a word of its provider, and an address belongs to what it was typed with.
            const none = { dialect: null, base_url: null, service_tier: null };
            draft.change(place, { ...none, ...contestant });
            onDone();
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setChanging(true)} data-testid="change-lane">
            {strings.lineup.changeTitle}
          </Button>
          <Favourite lane={lane} />
        </div>
      )}
      <fieldset className="mt-3 border-t border-line pt-3">
        <legend className="sr-only">{strings.lineup.overrides}</legend>
        <div className="mb-2 flex items-center justify-between text-xs">
          <span className="font-semibold">{strings.lineup.overrides}</span>
          <Button
            look="quiet"
            size="small"
            disabled={!isOverridden(lane)}
            onClick={() =>
              draft.change(place, {
                max_tokens: null,
                temperature: null,
                effort: null,
                service_tier: null,
                request: null,
              })
            }
          >
            {strings.lineup.reset}
          </Button>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <div>
            <NumberField
              label={strings.race.maxTokens}
              value={lane.max_tokens}
              {...LIMITS.max_tokens}
              onChange={(max_tokens) => draft.change(place, { max_tokens })}
            />
            <p className="mt-1 text-2xs text-faint">{shared(draft.max_tokens)}</p>
          </div>
          <div>
            <NumberField
              label={strings.race.temperature}
              value={lane.temperature}
              {...LIMITS.temperature}
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
          {tiers.length > 0 || lane.service_tier ? (
            <ServiceTierField
              value={lane.service_tier}
              tiers={tiers}
              onChange={(service_tier) => draft.change(place, { service_tier })}
            />
          ) : null}
        </div>
        <div className="mt-3 flex items-center gap-3">
          <Button
            size="small"
            data-testid="own-request"
            onClick={() => {
              onDone();
              useRequestUi.getState().edit("conversation", place);
            }}
          >
            <MessagesSquare size={12} aria-hidden="true" />
            {request.ownRequest}
          </Button>
          <p className="text-2xs text-faint">
            {lane.request ? request.own : request.ownRequestHint}
          </p>
        </div>
      </fieldset>
      <ChainSteps lane={lane} place={place} />
      <div className="mt-3 border-t border-line pt-3">
        <Tick
          label={strings.lineup.reference}
          checked={lane.reference ?? false}
          testId="reference-lane"
          onChange={(reference) => draft.change(place, { reference })}
        />
        <p className="mt-1 text-2xs text-faint">{strings.lineup.referenceHint}</p>
      </div>
      <div className="mt-3 flex justify-between border-t border-line pt-2">
        <Button look="quiet" onClick={() => draft.duplicate(place)} data-testid="duplicate-lane">
          <CopyPlus size={14} aria-hidden="true" />
          {strings.lineup.duplicate} <Keys keys={["Mod", "D"]} />
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
          {lane.muted ? strings.lineup.unmute : strings.lineup.mute}{" "}
          <Keys keys={["Shift", String(place + 1)]} />
        </Button>
      </div>
    </>
  );
}
