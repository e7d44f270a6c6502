/** The saved, preset and recent prompts, and the rows of any such list. */

import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useBackend } from "../backend/backend";
import { useShelf } from "../backend/library";
import { useWorkloads } from "../backend/queries";
import { strings } from "../strings/strings";
import { suiteNames } from "../strings/sweep";
import { Button, ICON_BUTTON } from "../ui/controls";
import { useFilePicker } from "../ui/files";
import { useDraft } from "./draft";
import { SET_FILES, takeSetFile, takeSuite } from "./promptSets";

const w = strings.library;

const PRESETS = Object.keys(w.presetList) as (keyof typeof w.presetList)[];

interface PickedPrompt {
  prompt: string;
  system?: string | null;
  /** Whether its braces are variables: a saved prompt may be a template, a sent prompt is not. */
  templated: boolean;
}

interface RowProps {
  name: string;
  /** A short summary of its content. */
  detail?: string;
  testId: string;
  onUse: () => void;
  onForget?: () => void;
}

/** A saved item: one click uses it, another forgets it. */
export function ShelfRow({ name, detail, testId, onUse, onForget }: RowProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        data-testid={testId}
        className="flex h-7 min-w-0 flex-1 items-baseline gap-2 rounded-sm px-2 text-left text-xs leading-7 hover:bg-raised"
        onClick={onUse}
      >
        <span className={detail ? "shrink-0" : "truncate"}>{name}</span>
        {detail ? <span className="truncate text-faint">{detail}</span> : null}
      </button>
      {onForget ? (
        <button
          type="button"
          aria-label={w.forget(name)}
          className={ICON_BUTTON}
          onClick={onForget}
        >
          <X size={12} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}

interface SaveProps {
  label: string;
  testId: string;
  onSave: (name: string) => void;
}

/** Saves what is on screen under a name. */
export function SaveAs({ label, testId, onSave }: SaveProps) {
  const [name, setName] = useState("");
  return (
    <form
      className="mt-2 flex items-center gap-2 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onSave(name.trim());
        setName("");
      }}
    >
      <label className="flex min-w-0 flex-1 items-center gap-2 text-xs text-soft">
        <span className="whitespace-nowrap">{label}</span>
        <input
          className="h-7 min-w-0 flex-1 rounded-sm border border-line bg-sunk px-2 text-xs text-ink"
          value={name}
          maxLength={60}
          placeholder={w.name}
          data-testid={testId}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" disabled={name.trim() === ""} data-testid={`${testId}-save`}>
        {w.save}
      </Button>
    </form>
  );
}

export function ShelfSection({
  title,
  empty,
  children,
}: {
  title: string;
  empty?: string | null;
  children: ReactNode;
}) {
  return (
    <section className="mb-2">
      <h3 className="px-2 text-2xs font-semibold text-faint">{title}</h3>
      {empty ? <p className="px-2 text-xs text-faint">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

/** Sets whose answers are checked: the built-in suites, and questions of one's own. */
function Sets({ onDone }: { onDone: () => void }) {
  const backend = useBackend();
  const suites = useWorkloads().data?.suites ?? [];
  const { field, open } = useFilePicker({
    label: w.setFile,
    accept: SET_FILES,
    testId: "set-file",
    onFile: (file) => void takeSetFile(backend, file).then((isTaken) => isTaken && onDone()),
  });
  return (
    <>
      {field}
      <ShelfSection title={w.sets}>
        {suites.map((view) => (
          <ShelfRow
            key={view.suite}
            name={suiteNames[view.suite]}
            detail={w.suiteDetail(view.edition)}
            testId={`suite-${view.suite}`}
            onUse={() => {
              takeSuite(view, suiteNames[view.suite]);
              onDone();
            }}
          />
        ))}
        <ShelfRow name={w.setFile} detail={w.setFileHint} testId="open-set-file" onUse={open} />
      </ShelfSection>
    </>
  );
}

export function PromptShelves({ onDone }: { onDone: () => void }) {
  const { shelf, change } = useShelf();
  const share = useDraft((draft) => draft.share);
  const { prompt, system } = useDraft();
  const use = (picked: PickedPrompt) => {
    const { system: own, ...text } = picked;
    share(own === undefined ? text : { ...text, system: own });
    onDone();
  };
  const saved = shelf?.prompts ?? [];
  const recent = shelf?.recent ?? [];
  return (
    <>
      <ShelfSection title={w.saved} empty={saved.length === 0 ? w.noneSaved : null}>
        {saved.map((each) => (
          <ShelfRow
            key={each.name}
            name={each.name}
            detail={each.prompt}
            testId={`saved-prompt-${each.name}`}
            onUse={() => use({ prompt: each.prompt, system: each.system ?? null, templated: true })}
            onForget={() => void change((backend) => backend.forgetPrompt(each.name))}
          />
        ))}
      </ShelfSection>
      <ShelfSection title={w.presets}>
        {PRESETS.map((preset) => (
          <ShelfRow
            key={preset}
            name={w.presetList[preset]}
            detail={w.presetPrompts[preset]}
            testId={`preset-${preset}`}
            onUse={() => use({ prompt: w.presetPrompts[preset], templated: false })}
          />
        ))}
      </ShelfSection>
      <Sets onDone={onDone} />
      <ShelfSection title={w.recent} empty={recent.length === 0 ? w.noneRecent : null}>
        {recent.map((each, index) => (
          <ShelfRow
            key={each}
            name={each}
            testId={`recent-${index}`}
            onUse={() => use({ prompt: each, templated: false })}
          />
        ))}
      </ShelfSection>
      <SaveAs
        label={w.saveAs}
        testId="save-prompt"
        onSave={(name) =>
          void change((backend) => backend.savePrompt({ name, prompt, system: system ?? null }))
        }
      />
    </>
  );
}
