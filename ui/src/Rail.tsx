/** The left rail: three screens, and at its foot what belongs to all of them. */

import {
  ChartScatter,
  History,
  Keyboard,
  KeyRound,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
  Timer,
} from "lucide-react";
import { IconButton, Tip } from "./look/controls";
import { useTheme } from "./look/theme";
import { address, type Screen } from "./route";
import { words } from "./words/words";

const screens: readonly { screen: Screen; icon: LucideIcon; keys: string[] }[] = [
  { screen: "race", icon: Timer, keys: ["Mod", "1"] },
  { screen: "history", icon: History, keys: ["Mod", "2"] },
  { screen: "compare", icon: ChartScatter, keys: ["Mod", "4"] },
  { screen: "providers", icon: KeyRound, keys: ["Mod", "3"] },
];

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** The mark: three bars, and the line they race to. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" className="mt-1 mb-3 size-6" role="img" aria-label={words.app}>
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

export function Rail({ current, onSheet }: { current: Screen; onSheet: () => void }) {
  const { theme, turn } = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <nav
      aria-label={words.rail.label}
      className="flex flex-col items-center gap-1 border-r border-line bg-panel py-2"
    >
      <Mark />
      {screens.map(({ screen, icon: Icon, keys }) => (
        <Tip key={screen} text={words.rail[screen]} keys={keys} side="right">
          <a
            href={address(screen)}
            aria-label={words.rail[screen]}
            aria-current={current === screen ? "page" : undefined}
            data-testid={`nav-${screen}`}
            className="relative grid size-9 place-items-center rounded-md text-faint hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2 aria-[current=page]:before:-left-2 aria-[current=page]:before:w-0.5 aria-[current=page]:before:bg-accent"
          >
            <Icon size={18} aria-hidden="true" />
          </a>
        </Tip>
      ))}
      <div className="mt-auto flex flex-col gap-1">
        <IconButton
          label={words.rail.shortcuts}
          keys={["?"]}
          side="right"
          className="size-9"
          data-testid="shortcuts"
          onClick={onSheet}
        >
          <Keyboard size={17} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={words.rail.theme[theme]}
          side="right"
          className="size-9"
          data-testid="theme"
          onClick={turn}
        >
          <ThemeIcon size={17} aria-hidden="true" />
        </IconButton>
      </div>
    </nav>
  );
}
