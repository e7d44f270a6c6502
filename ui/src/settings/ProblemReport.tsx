/** The problem report: written by the engine, read and edited by the user, and only then saved or copied. */

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { copyAndSay } from "../ui/copyAndSay";
import { noteWithUndo } from "../ui/toasts";
import { Panel } from "./Panel";

const w = strings.settings.report;

export function ProblemReport() {
  const backend = useBackend();
  const [text, setText] = useState<string | null>(null);
  const write = useMutation({ mutationFn: () => backend.problemReport(), onSuccess: setText });
  const save = useMutation({
    mutationFn: (shown: string) => backend.saveProblemReport(shown),
    onSuccess: (path) =>
      noteWithUndo(w.saved(path), { label: w.show, run: () => void backend.showInFolder(path) }),
  });
  return (
    <Panel testId="problem-report">
      <h2 className="py-1 font-semibold">{w.title}</h2>
      <p className="max-w-[65ch] pb-2 text-sm text-soft">{w.story}</p>
      {text === null ? null : (
        <textarea
          aria-label={w.text}
          data-testid="report-text"
          className="selectable mb-2 h-72 w-full resize-y rounded-md border border-line-strong bg-sunk px-3 py-2 font-mono text-xs whitespace-pre-wrap"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className="flex flex-wrap gap-2 pb-1">
        {text === null ? (
          <Button
            data-testid="write-report"
            disabled={write.isPending}
            onClick={() => write.mutateAsync()}
          >
            {w.write}
          </Button>
        ) : (
          <>
            <Button
              look="primary"
              data-testid="save-report"
              disabled={save.isPending}
              onClick={() => save.mutateAsync(text)}
            >
              {w.save}
            </Button>
            <Button data-testid="copy-report" onClick={() => void copyAndSay(text)}>
              {w.copy}
            </Button>
            <Button look="quiet" data-testid="discard-report" onClick={() => setText(null)}>
              {w.discard}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}
