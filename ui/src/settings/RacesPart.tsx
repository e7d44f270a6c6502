/** Defaults of a new race, and how long its requests may take. */

import type { Preferences } from "../backend/backend";
import { strings } from "../strings/strings";
import { useChangePreferences } from "../ui/preferences";
import { NumberSetting } from "./fields";
import { OwnCommands } from "./OwnCommands";
import { Panel } from "./Panel";

const w = strings.settings;

/** Each timeout, in the order in which a request can reach them. */
const TIMEOUTS = ["first_token_s", "idle_s", "request_s"] as const;

export function RacesPart({ preferences: { defaults, timeouts } }: { preferences: Preferences }) {
  const change = useChangePreferences();
  const keep = (part: Partial<Preferences["defaults"]>) =>
    change((now) => ({ defaults: { ...now.defaults, ...part } }));
  return (
    <>
      <Panel>
        <NumberSetting
          label={w.maxTokens}
          testId="setting-max-tokens"
          empty={w.providersOwn}
          value={defaults.max_tokens}
          onKeep={(max_tokens) => keep({ max_tokens })}
        />
        <NumberSetting
          label={w.temperature}
          testId="setting-temperature"
          empty={w.providersOwn}
          step="any"
          value={defaults.temperature}
          onKeep={(temperature) => keep({ temperature })}
        />
        <NumberSetting
          label={w.repeats}
          testId="setting-repeats"
          value={defaults.repeat}
          onKeep={(repeat) => keep(repeat === null ? {} : { repeat })}
        />
        <NumberSetting
          label={w.warmup}
          testId="setting-warmup"
          value={defaults.warmup}
          onKeep={(warmup) => keep(warmup === null ? {} : { warmup })}
        />
      </Panel>
      <Panel testId="timeouts">
        {TIMEOUTS.map((name) => (
          <NumberSetting
            key={name}
            label={w.timeouts[name].label}
            hint={w.timeouts[name].hint}
            unit={w.seconds}
            testId={`setting-${name}`}
            value={timeouts[name]}
            onKeep={(value) =>
              change((now) =>
                value === null ? {} : { timeouts: { ...now.timeouts, [name]: value } },
              )
            }
          />
        ))}
      </Panel>
      <OwnCommands />
    </>
  );
}
