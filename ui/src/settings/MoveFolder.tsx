/** Moving the data folder: copied completely, then Paceline restarts there. A dialog of the system asks first. */

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Refusal, useBackend } from "../backend/backend";
import { failureWords, strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { Row } from "./fields";

const w = strings.settings.move;

export function MoveFolder({ movable }: { movable: boolean }) {
  const backend = useBackend();
  const id = useId();
  const [to, setTo] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const move = useMutation({ mutationFn: () => backend.moveDataFolder(to) });
  const start = async () => {
    setProblem(null);
    try {
      await move.mutateAsync();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(failureWords(error.failure).message);
    }
  };
  if (!movable)
    return (
      <Row label={w.label}>
        <p className="text-xs text-faint">{w.named}</p>
      </Row>
    );
  return (
    <Row label={w.label} hint={w.hint} htmlFor={id}>
      <input
        id={id}
        data-testid="move-to"
        className="selectable h-8 min-w-40 flex-1 rounded-md border border-line-strong bg-sunk px-3 font-mono text-xs aria-[invalid=true]:border-bad"
        placeholder={w.placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && to.trim()) void start();
        }}
      />
      <Button
        data-testid="move-folder"
        disabled={move.isPending || to.trim() === ""}
        onClick={() => void start()}
      >
        {move.isPending ? w.moving : w.move}
      </Button>
      {problem ? (
        <p
          id={`${id}-problem`}
          role="alert"
          data-testid="move-problem"
          className="w-full text-xs text-bad"
        >
          {problem}
        </p>
      ) : null}
    </Row>
  );
}
