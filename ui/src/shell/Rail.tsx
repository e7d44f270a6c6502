/** The left rail: the screens, with global actions at its foot. */

import { Keyboard, Monitor, Moon, Sun } from "lucide-react";
import { actionOf, type PlacedScreen } from "../strings/screens";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { useChangePreferences, useKeysOf, usePreferences } from "../ui/preferences";
import { address, type Screen } from "../ui/route";
import type { ScreenEntry } from "../ui/screenEntry";
import { NEXT_THEME } from "../ui/theme";
import { tip } from "../ui/tip";
import { SCREENS } from "./screens";

type Place = NonNullable<ScreenEntry["place"]> & { screen: PlacedScreen };

function placesAt(at: Place["at"]): Place[] {
  return SCREENS.flatMap((entry) =>
    entry.place && entry.place.at === at ? [{ ...entry.place, screen: entry.screen }] : [],
  );
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** The mark: three bars, and the line they race to. */
function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="mt-1 mb-3 size-6 shrink-0"
      role="img"
      aria-label={strings.app}
    >
      <rect x="1" y="3" width="11" height="4.5" rx="1.2" fill="var(--lane-0)" />
      <rect x="1" y="9.7" width="20" height="4.5" rx="1.2" fill="var(--lane-2)" />
      <rect x="1" y="16.5" width="7.5" height="4.5" rx="1.2" fill="var(--lane-1)" />
      <rect
        x="14.6"
        y="1"
        width="2.4"
        height="22"
        rx="0.8"
        fill="var(--ink)"
        stroke="var(--panel)"
        strokeWidth="0.8"
      />
    </svg>
  );
}

function PlaceLink({ place, current }: { place: Place; current: Screen }) {
  const { screen, icon: Icon } = place;
  const action = actionOf(screen);
  const keys = useKeysOf(action);
  return (
    <a
      href={address(screen)}
      aria-label={strings.shortcuts[action]}
      {...tip(strings.shortcuts[action], { keys, side: "right" })}
      aria-current={current === screen ? "page" : undefined}
      data-testid={`nav-${screen}`}
      className="relative grid size-9 shrink-0 place-items-center rounded-md text-faint hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2 aria-[current=page]:before:-left-2 aria-[current=page]:before:w-0.5 aria-[current=page]:before:bg-accent"
    >
      <Icon size={18} aria-hidden="true" />
    </a>
  );
}

export function Rail({ current, onSheet }: { current: Screen; onSheet: () => void }) {
  const theme = usePreferences().data?.theme ?? "system";
  const change = useChangePreferences();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <nav
      aria-label={strings.rail.label}
      className="row-start-1 flex w-[52px] flex-col items-center gap-1 overflow-y-auto border-r border-line bg-panel py-2"
    >
      <Mark />
      {placesAt("top").map((place) => (
        <PlaceLink key={place.screen} place={place} current={current} />
      ))}
      <div className="mt-auto flex flex-col gap-1">
        <IconButton
          label={strings.rail.shortcuts}
          keys={useKeysOf("sheet")}
          side="right"
          className="size-9"
          data-testid="shortcuts"
          onClick={onSheet}
        >
          <Keyboard size={17} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={strings.rail.theme[theme]}
          keys={useKeysOf("theme")}
          side="right"
          className="size-9"
          data-testid="theme"
          onClick={() => void change(({ theme: now }) => ({ theme: NEXT_THEME[now] }))}
        >
          <ThemeIcon size={17} aria-hidden="true" />
        </IconButton>
        {placesAt("foot").map((place) => (
          <PlaceLink key={place.screen} place={place} current={current} />
        ))}
      </div>
    </nav>
  );
}
