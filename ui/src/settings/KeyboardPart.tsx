/** Every shortcut, each configurable. A conflict is shown before a chord is reassigned. */

import { type KeyboardEvent, useState } from "react";
import type { Preferences } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button, Keys } from "../ui/controls";
import {
  type Action,
  chordOf,
  chordPressed,
  inForce,
  keyName,
  keysOf,
  onMac,
  ownerOf,
  type Shortcut,
  TAKES_KEYS,
} from "../ui/keyboard";
import { useChangePreferences } from "../ui/preferences";
import { noteWithUndo } from "../ui/toasts";
import { Panel } from "./Panel";

const w = strings.settings.keys;
const groups = Object.keys(strings.shortcuts.groups) as (keyof typeof strings.shortcuts.groups)[];

const written = (chord: string) => keysOf(chord).map(keyName).join(" ");

/** A chord that already belongs to another action. */
interface Conflict {
  chord: string;
  owner: Shortcut;
}

interface RowProps {
  shortcut: Shortcut;
  isOwn: boolean;
  table: readonly Shortcut[];
  onKeep: (chord: string, takenFrom: Action | null) => Promise<string | null>;
  onReset: () => void;
}

function ShortcutRow({ shortcut, isOwn, table, onKeep, onReset }: RowProps) {
  const { action, keys, fixed } = shortcut;
  const [recording, setRecording] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const name = strings.shortcuts[action];
  const keep = async (chord: string, takenFrom: Action | null) => {
    setConflict(null);
    setProblem(await onKeep(chord, takenFrom));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!recording || event.key === "Tab") return;
    event.preventDefault();
    if (event.key === "Escape") {
      setRecording(false);
      return;
    }
    const chord = chordPressed(event.nativeEvent, onMac);
    if (!chord) return;
    setRecording(false);
    const owner = ownerOf(chord, action, table);
    if (owner) setConflict({ chord, owner });
    else void keep(chord, null);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 text-sm last:border-0">
      <span className="min-w-0 flex-1 text-soft">{name}</span>
      {isOwn ? <span className="text-2xs text-accent">{w.own}</span> : null}
      {isOwn ? (
        <Button look="quiet" size="small" data-testid={`reset-${action}`} onClick={onReset}>
          {w.reset}
        </Button>
      ) : null}
      {fixed ? (
        <span className="flex items-center gap-2 text-2xs text-faint">
          {w.fixed} <Keys keys={keys} />
        </span>
      ) : (
        <button
          type="button"
          {...(recording ? TAKES_KEYS : {})}
          aria-label={w.record(name, keys.map(keyName).join(" "))}
          aria-pressed={recording}
          data-testid={`record-${action}`}
          className="inline-flex h-7 min-w-24 items-center justify-center rounded-md border border-line-strong bg-sunk px-2 text-xs hover:bg-raised aria-pressed:border-accent aria-pressed:text-accent"
          onClick={(event) => {
            // On macOS a click alone does not focus a button, and keys go to the focused element.
            event.currentTarget.focus();
            setConflict(null);
            setProblem(null);
            setRecording(true);
          }}
          onBlur={() => setRecording(false)}
          onKeyDown={onKeyDown}
        >
          {recording ? w.press : <Keys keys={keys} />}
        </button>
      )}
      {recording ? <p className="w-full text-right text-2xs text-faint">{w.cancelHint}</p> : null}
      {conflict ? (
        <p
          role="alert"
          data-testid={`conflict-${action}`}
          className="flex w-full items-center justify-end gap-3 text-xs text-warn"
        >
          {w.taken(written(conflict.chord), strings.shortcuts[conflict.owner.action])}
          {conflict.owner.fixed ? null : (
            <Button
              size="small"
              data-testid={`take-${action}`}
              onClick={() => void keep(conflict.chord, conflict.owner.action)}
            >
              {w.swap}
            </Button>
          )}
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="w-full text-right text-xs text-bad">
          {problem}
        </p>
      ) : null}
    </li>
  );
}

export function KeyboardPart({ preferences: { shortcuts: own } }: { preferences: Preferences }) {
  const change = useChangePreferences();
  const table = inForce(own);
  const keysNow = (asked: Action) => table.find(({ action }) => action === asked)?.keys ?? [];
  const keep = (action: Action) => async (chord: string, takenFrom: Action | null) => {
    const before = chordOf(keysNow(action));
    const problems = await change((now) => ({
      shortcuts: {
        ...now.shortcuts,
        [action]: chord,
        // The two swap chords, so that neither is left without one.
        ...(takenFrom ? { [takenFrom]: before } : {}),
      },
    }));
    return problems[0]?.message ?? null;
  };
  const reset = (asked: Action) =>
    void change((now) => {
      const { [asked]: _gone, ...rest } = now.shortcuts;
      // The action that took this one's default chord returns to its own default, too.
      const first = chordOf(inForce({}).find(({ action }) => action === asked)?.keys ?? []);
      const others = Object.entries(rest).filter(([, chord]) => chord !== first);
      return { shortcuts: Object.fromEntries(others) };
    });
  const resetAll = async () => {
    await change({ shortcuts: {} });
    noteWithUndo(w.resetAllDone, { label: w.undo, run: () => void change({ shortcuts: own }) });
  };
  return (
    <>
      {groups.map((group) => (
        <Panel key={group}>
          <h2 className="py-1 text-sm font-semibold">{strings.shortcuts.groups[group]}</h2>
          <ul>
            {table
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <ShortcutRow
                  key={shortcut.action}
                  shortcut={shortcut}
                  isOwn={own[shortcut.action] !== undefined}
                  table={table}
                  onKeep={keep(shortcut.action)}
                  onReset={() => reset(shortcut.action)}
                />
              ))}
          </ul>
        </Panel>
      ))}
      <div className="flex items-center gap-4">
        <p className="min-w-0 flex-1 text-xs text-faint">{w.letterHint}</p>
        <Button
          data-testid="reset-all"
          disabled={Object.keys(own).length === 0}
          onClick={() => void resetAll()}
        >
          {w.resetAll}
        </Button>
      </div>
    </>
  );
}
