/** The basic controls used by every screen. */

import { type ComponentProps, Fragment, type ReactNode } from "react";
import { BETWEEN, stepsOf } from "../strings/chainName";
import { keptFrom } from "../strings/clip";
import { strings } from "../strings/strings";
import { keyName } from "./keyboard";
import { laneColour, laneShape, shapePath } from "./lanes";
import { tip } from "./tip";

type ButtonLook = "primary" | "plain" | "quiet" | "danger";

const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-ink text-panel font-semibold hover:bg-soft disabled:opacity-60",
  plain: "border border-line-strong bg-panel text-ink hover:bg-raised disabled:text-faint",
  quiet: "text-soft hover:bg-raised hover:text-ink disabled:text-faint",
  danger: "border border-bad/60 bg-bad-wash text-bad hover:border-bad disabled:opacity-60",
};

const SIZES = {
  small: "h-6 px-2 text-xs",
  normal: "h-7 px-2.5 text-xs",
  tall: "h-8 px-3 text-xs",
  main: "h-10 w-full justify-between px-4 text-base font-semibold",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: keyof typeof SIZES;
}

export function Button({ look = "plain", size = "normal", className = "", ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md ${SIZES[size]} ${LOOKS[look]} ${className}`}
      {...rest}
    />
  );
}

/** The style of an icon button. A tooltip would take the first Esc for itself, so close buttons use only this style. */
export const ICON_BUTTON =
  "inline-grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-raised hover:text-ink disabled:opacity-50";

interface IconButtonProps extends ComponentProps<"button"> {
  label: string;
  keys?: readonly string[];
  side?: "top" | "right" | "bottom";
}

/** An icon button; its name is shown as a tooltip and read aloud. */
export function IconButton({ label, keys, side, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${ICON_BUTTON} ${className}`}
      {...tip(label, { keys, side })}
      {...rest}
    />
  );
}

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {/* Not drawn, but read: otherwise “Ctrl” and “R” are one word. */}
          {at > 0 ? " " : null}
          <kbd className="rounded-sm border border-current/30 px-1 font-sans text-2xs leading-4">
            {keyName(key)}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}

/** A lane's mark: its colour and its shape, which are the same everywhere. A number would look like a rank. */
export function LaneBadge({ look, dim = false }: { look: number; dim?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-8 -8 16 16"
      data-look={look}
      className={`size-4 shrink-0 ${dim ? "opacity-45" : ""}`}
    >
      <path d={shapePath(laneShape(look), 12)} fill={laneColour(look)} />
    </svg>
  );
}

type Tone = "plain" | "good" | "warn" | "bad";

const TONES: Record<Tone, string> = {
  plain: "bg-raised text-soft",
  good: "bg-raised text-good",
  warn: "bg-warn-wash text-warn",
  bad: "bg-bad-wash text-bad",
};

interface TagProps {
  tone?: Tone;
  advice?: string | undefined;
  children: ReactNode;
}

/** Length of the shortest name that is cut in its middle. */
const MIDDLE_FROM = 17;

/** Cut at its end. Unlike `truncate`, it keeps the space at which a name may be divided. */
const CUT = "overflow-hidden text-ellipsis";

interface MiddleCutProps {
  text: string;
  /** The names it stands beside: what it has in common with them is cut first. */
  among?: readonly string[];
}

/**
 * A name in whatever room it has. A long one loses its middle, because names of models differ at their ends, or what
 * it begins with like others, and a chain the end of each step; it is whole for a screen reader and when it is copied.
 */
export function MiddleCut({ text, among = [] }: MiddleCutProps) {
  const steps = stepsOf(text);
  if (steps.length > 1)
    return (
      <span className="flex min-w-0 whitespace-pre">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a model may be asked twice.
          <Fragment key={at}>
            {at > 0 ? <span className="shrink-0">{BETWEEN}</span> : null}
            <span className={CUT}>{step}</span>
          </Fragment>
        ))}
      </span>
    );
  if (text.length < MIDDLE_FROM) return <span className="block truncate">{text}</span>;
  const from = keptFrom(text, among);
  return (
    <span className="flex min-w-0 whitespace-pre">
      <span className={`min-w-6 shrink-[9999] ${CUT}`}>{text.slice(0, from)}</span>
      <span className={CUT}>{text.slice(from)}</span>
    </span>
  );
}

/** A word or two about a lane; what it means shows on focus and hover. */
export function Tag({ tone = "plain", advice, children }: TagProps) {
  const look = `inline-flex h-5 shrink-0 items-center whitespace-nowrap rounded-sm px-1.5 text-2xs ${TONES[tone]}`;
  if (!advice)
    return (
      <span className={look} data-tone={tone}>
        {children}
      </span>
    );
  return (
    <button type="button" className={look} data-tone={tone} {...tip(advice)}>
      {children}
    </button>
  );
}

/** Says that a lane or a run is not real; never omitted, at any width. */
export function SimulatedTag({ className = "" }: { className?: string }) {
  return (
    <span
      className={`simulated shrink-0 rounded-sm px-1.5 text-2xs leading-4 whitespace-nowrap ${className}`}
    >
      {strings.simulated.tag}
    </span>
  );
}

/** Sentences in which `backticks` mark text to type. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity.
        key={index}
        className="rounded-sm bg-raised px-1 py-px font-mono text-[0.92em] break-words"
      >
        {part}
      </code>
    ) : (
      part
    ),
  );
}

interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** Shown below it at full width. */
  below?: ReactNode;
}

/** Shown where there is nothing yet. */
export function Empty({ title, children, below }: EmptyProps) {
  return (
    <div className="grid min-h-full content-center justify-items-center gap-6 p-8">
      <div className="flex max-w-md flex-col items-center gap-3 text-center">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children}
      </div>
      {below}
    </div>
  );
}
