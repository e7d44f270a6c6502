/** The failure of a lane, with its cause and advice. Codes and the response itself are in the lane's details. */

import type { ReactNode } from "react";
import { type Fault, useBackend } from "../../backend/backend";
import { useProviders } from "../../backend/queries";
import { sentence } from "../../strings/phrases";
import { faults } from "../../strings/results";
import { adviceOn, messageOf } from "../../strings/said";
import { strings } from "../../strings/strings";
import { openConsole } from "../../ui/console";
import { Button, Prose } from "../../ui/controls";
import { go } from "../../ui/route";
import { type LaneChange, useAlternatives } from "./alternatives";
import { type Remedy, remediesOf } from "./remedies";

/** The actions available for a lane where it is shown; unavailable ones are absent. */
export interface LaneRemedies {
  /** Races this lane alone, as it was or with another model or provider. */
  retry?: ((change?: LaneChange) => void) | undefined;
  /** Opens its model and its settings. */
  change?: (() => void) | undefined;
  /** Goes to the prompt. */
  prompt?: (() => void) | undefined;
}

/** Where nothing can be run: before a race, and for an old race. */
export const noRemedies = (): LaneRemedies => ({});

interface LaneFaultProps {
  fault: Fault;
  provider: string;
  /** Whether it is above the text, if there is no text to push away. */
  onTop: boolean;
  at: LaneRemedies;
  /** Content at the end of the row of buttons. */
  children: ReactNode;
}

/** The host of the provider's own site, if known. */
function siteOf(keyUrl: string | null | undefined): string | null {
  return keyUrl ? new URL(keyUrl).host : null;
}

/** The actions of the remedies' buttons; unavailable ones are absent. */
function useActions({ fault, provider, at }: Pick<LaneFaultProps, "fault" | "provider" | "at">) {
  const backend = useBackend();
  const view = useProviders().find(({ id }) => id === provider);
  const site = siteOf(view?.key_url);
  const actions: { [Which in Remedy]: (() => void) | undefined } = {
    // The key of an account is set on its first row.
    key:
      view && view.key !== "none"
        ? () => go("providers", view.key_of ?? provider, "key")
        : undefined,
    address: view && !view.simulated ? () => go("providers", provider, "address") : undefined,
    network: () => go("providers", "~network"),
    console: site ? () => void openConsole(backend, provider, fault.message) : undefined,
    timeouts: () => go("settings", "races"),
    lane: at.change,
    prompt: at.prompt,
    retry: at.retry && (() => at.retry?.()),
  };
  return { actions, site };
}

export function LaneFault({ fault, provider, onTop, at, children }: LaneFaultProps) {
  const alternatives = useAlternatives(fault, provider, at.retry);
  const { actions, site } = useActions({ fault, provider, at });
  const offered = remediesOf(fault).filter((remedy) => actions[remedy]);
  const words = { ...strings.lane.remedies, console: strings.lane.openSite(site ?? "") };
  return (
    <div
      role="note"
      className={`mx-2 flex min-h-0 flex-col rounded-md bg-bad-wash text-xs ${onTop ? "order-first mt-2 shrink" : "mb-2 max-h-full shrink-0"}`}
    >
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-4 overflow-y-auto rounded-md px-2.5 pt-2 -outline-offset-2"
      >
        <p className="selectable line-clamp-2" title={messageOf(fault)}>
          <b className="font-semibold text-bad">{sentence(faults[fault.class])}</b>{" "}
          <Prose text={messageOf(fault)} />
        </p>
        <p className="selectable text-soft">
          <Prose text={adviceOn(fault)} />
        </p>
      </div>
      <div className="flex h-8.5 shrink-0 items-center gap-1.5 pr-1 pl-2">
        {/* Buttons that do not fit on the first line wrap below it, out of sight until focused. */}
        <div className="flex h-6 min-w-0 flex-1 flex-wrap gap-1.5 overflow-hidden">
          {alternatives.map(({ name, take }) => (
            <Button
              key={name}
              size="small"
              data-testid="alternative"
              className="max-w-full shrink"
              onClick={take}
            >
              <span className="truncate">{strings.lane.retryWith(name)}</span>
            </Button>
          ))}
          {offered.map((remedy, place) => (
            <Button
              key={remedy}
              size="small"
              look={place > 0 || alternatives.length > 0 ? "quiet" : "plain"}
              data-testid={`remedy-${remedy}`}
              className="max-w-full shrink"
              onClick={actions[remedy]}
            >
              <span className="truncate">{words[remedy]}</span>
            </Button>
          ))}
        </div>
        {children}
      </div>
    </div>
  );
}
