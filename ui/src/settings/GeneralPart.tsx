/** Language, appearance, number formats and notifications. */

import type { Preferences } from "../backend/backend";
import { LANGUAGES } from "../strings/language";
import { strings } from "../strings/strings";
import { keyName } from "../ui/keyboard";
import { useChangePreferences, useKeysOf } from "../ui/preferences";
import { Choice, NumberSetting, Toggle } from "./fields";
import { Panel } from "./Panel";

const w = strings.settings;

const languages = {
  system: w.languageSystem,
  ...Object.fromEntries(Object.entries(LANGUAGES).map(([id, { name }]) => [id, name])),
} as Record<Preferences["language"], string>;

const written = (keys: readonly string[]) => keys.map(keyName).join(" ");

export function GeneralPart({ preferences }: { preferences: Preferences }) {
  const change = useChangePreferences();
  const larger = written(useKeysOf("zoomIn"));
  const smaller = written(useKeysOf("zoomOut"));
  return (
    <>
      <Panel>
        <Choice
          label={w.language}
          hint={w.languageHint}
          testId="setting-language"
          value={preferences.language}
          options={languages}
          onChange={(language) => void change({ language })}
        />
      </Panel>
      <Panel>
        <Choice
          label={w.theme}
          testId="setting-theme"
          value={preferences.theme}
          options={w.themes}
          onChange={(theme) => void change({ theme })}
        />
        <NumberSetting
          label={w.textSize}
          hint={w.textSizeHint(larger, smaller)}
          unit={w.percent}
          testId="setting-text"
          step={10}
          value={preferences.text_percent}
          onKeep={(text_percent) => change(text_percent === null ? {} : { text_percent })}
        />
        <Toggle
          label={w.rail}
          testId="setting-rail"
          value={preferences.rail}
          onChange={(rail) => void change({ rail })}
        />
      </Panel>
      <Panel>
        <Choice
          label={w.times}
          hint={w.timesHint}
          testId="setting-times"
          value={preferences.times}
          options={w.timeUnits}
          onChange={(times) => void change({ times })}
        />
        <Choice
          label={w.numbers}
          hint={w.fixedUnits}
          testId="setting-numbers"
          value={preferences.numbers}
          options={w.numberFormats}
          onChange={(numbers) => void change({ numbers })}
        />
      </Panel>
      <Panel>
        <Toggle
          label={w.notify}
          hint={w.notifyHint}
          testId="setting-notify"
          value={preferences.notify}
          onChange={(notify) => void change({ notify })}
        />
      </Panel>
    </>
  );
}
