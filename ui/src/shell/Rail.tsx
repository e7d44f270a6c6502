/** The left rail: the screens, with global actions at its foot. */

import { Keyboard, Monitor, Moon, Search, Sun } from "lucide-react";
import { actionOf, type PlacedScreen, screens } from "../strings/screens";
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

/** The squares of the chequered line at the end of the bars' race. */
const CHEQUER = Array.from({ length: 8 }, (_, row) => ({
  x: row % 2 === 0 ? 16.4 : 19.15,
  y: 1 + row * 2.75,
}));

/** The logo: three bars, and their finish line. */
function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="mt-1 mb-3 size-7 shrink-0 max-[640px]:hidden"
      role="img"
      aria-label={strings.app}
    >
      <rect x="1" y="3" width="13" height="4.5" rx="1" fill="var(--lane-0)" />
      <rect x="1" y="9.75" width="9" height="4.5" rx="1" fill="var(--lane-2)" />
      <rect x="1" y="16.5" width="5.5" height="4.5" rx="1" fill="var(--lane-1)" />
      {CHEQUER.map(({ x, y }) => (
        <rect key={y} x={x} y={y} width="2.75" height="2.75" fill="var(--ink)" />
      ))}
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
      className="grid min-w-16 px-1 max-[640px]:min-w-0 max-[640px]:px-2 shrink-0 justify-items-center gap-0.5 rounded-md pt-1.5 pb-1 text-faint hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
      <span className="text-2xs max-[480px]:sr-only">{screens[screen].name}</span>
    </a>
  );
}

interface RailProps {
  current: Screen;
  onPalette: () => void;
  onSheet: () => void;
}

export function Rail({ current, onPalette, onSheet }: RailProps) {
  const theme = usePreferences().data?.theme ?? "system";
  const change = useChangePreferences();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <nav
      aria-label={strings.rail.label}
      className="row-start-1 flex min-w-19 flex-col px-1.5 items-center gap-1 overflow-y-auto border-r border-line bg-panel py-2 max-[640px]:w-full max-[640px]:flex-row max-[640px]:flex-wrap max-[640px]:gap-0 max-[640px]:overflow-y-visible max-[640px]:border-r-0 max-[640px]:border-b max-[640px]:px-1 max-[640px]:py-1"
    >
      <Mark />
      {placesAt("top").map((place) => (
        <PlaceLink key={place.screen} place={place} current={current} />
      ))}
      <div className="mt-auto flex flex-col items-center gap-1 max-[640px]:mt-0 max-[640px]:ml-auto max-[640px]:flex-row max-[640px]:gap-0">
        <IconButton
          label={strings.rail.palette}
          keys={useKeysOf("palette")}
          side="right"
          className="size-9 max-[480px]:hidden"
          data-testid="open-palette"
          onClick={onPalette}
        >
          <Search size={17} aria-hidden="true" />
        </IconButton>
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
