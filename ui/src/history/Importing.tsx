/** Imports runs from a file: by a button, or by dropping it anywhere on the screen. */

import { Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { archive as w } from "../strings/history";
import { Button } from "../ui/controls";
import { useRunActions } from "./archive";

export function ImportButton() {
  const field = useRef<HTMLInputElement>(null);
  const runActions = useRunActions();
  return (
    <>
      <Button data-testid="import" onClick={() => field.current?.click()}>
        <Upload size={13} aria-hidden="true" />
        {w.import}
      </Button>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label={w.importField}
        tabIndex={-1}
        className="sr-only"
        data-testid="import-file"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void runActions.import(file);
          // So that the same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

export function DropArea({ children }: { children: ReactNode }) {
  const runActions = useRunActions();
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to do what a button does.
    <div
      className="relative flex h-full flex-col"
      data-testid="history-screen"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) void runActions.import(file);
      }}
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-wash text-sm font-semibold">
          {w.drop}
        </div>
      ) : null}
    </div>
  );
}
