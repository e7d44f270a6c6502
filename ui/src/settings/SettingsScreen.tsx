/** The Settings screen: its parts on the left, the open one on the right. */

import {
  CircleDollarSign,
  Flag,
  HardDrive,
  Info,
  Keyboard,
  type LucideIcon,
  Network,
  SlidersHorizontal,
  Stethoscope,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Preferences } from "../backend/backend";
import { strings } from "../strings/strings";
import { usePreferences } from "../ui/preferences";
import { address } from "../ui/route";
import { AboutPart } from "./AboutPart";
import { DataPart } from "./DataPart";
import { DoctorPart } from "./DoctorPart";
import { GeneralPart } from "./GeneralPart";
import { KeyboardPart } from "./KeyboardPart";
import { NetworkPart } from "./NetworkPart";
import { RacesPart } from "./RacesPart";
import { SpendingPart } from "./SpendingPart";

const w = strings.settings;

type Section = keyof typeof w.sections;

interface PartProps {
  preferences: Preferences;
}

const PARTS: Record<Section, { icon: LucideIcon; Part: (props: PartProps) => ReactNode }> = {
  general: { icon: SlidersHorizontal, Part: GeneralPart },
  races: { icon: Flag, Part: RacesPart },
  spending: { icon: CircleDollarSign, Part: SpendingPart },
  keyboard: { icon: Keyboard, Part: KeyboardPart },
  data: { icon: HardDrive, Part: DataPart },
  network: { icon: Network, Part: NetworkPart },
  doctor: { icon: Stethoscope, Part: DoctorPart },
  about: { icon: Info, Part: AboutPart },
};

const SECTIONS = Object.keys(PARTS) as Section[];

export function SettingsScreen({ id }: { id: string | null }) {
  const preferences = usePreferences().data;
  const open = SECTIONS.find((section) => section === id) ?? "general";
  const { Part } = PARTS[open];
  return (
    <div
      className="grid h-full min-h-0 grid-cols-[200px_minmax(0,1fr)] max-[700px]:grid-cols-1 max-[700px]:grid-rows-[auto_minmax(0,1fr)] max-[700px]:overflow-y-auto"
      data-testid="settings-screen"
    >
      <nav
        aria-label={w.title}
        className="flex flex-col gap-0.5 overflow-y-auto border-r border-line p-2 max-[700px]:flex-row max-[700px]:flex-wrap max-[700px]:border-r-0 max-[700px]:border-b"
      >
        {SECTIONS.map((section) => {
          const Icon = PARTS[section].icon;
          return (
            <a
              key={section}
              href={address("settings", section)}
              aria-current={open === section ? "page" : undefined}
              data-testid={`settings-${section}`}
              className="flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-sm text-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
            >
              <Icon size={15} aria-hidden="true" />
              {w.sections[section]}
            </a>
          );
        })}
      </nav>
      <div className="min-h-0 overflow-y-auto max-[700px]:overflow-visible">
        <article className="mx-auto max-w-2xl p-6 max-[1100px]:p-4">
          <header className="mb-4">
            <h1 className="text-lg font-semibold">{w.sections[open]}</h1>
            <p className="mt-1.5 text-sm text-soft">{w.story[open]}</p>
          </header>
          {preferences ? (
            <div className="flex flex-col gap-4">
              <Part preferences={preferences} />
            </div>
          ) : null}
        </article>
      </div>
    </div>
  );
}
