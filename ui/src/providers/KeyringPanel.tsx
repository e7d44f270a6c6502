/** Shown if there is no keyring: why, how to fix it, and what works until then. */

import { KeyRound } from "lucide-react";
import type { KeyringView } from "../backend/backend";
import { sentence } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Prose } from "../ui/controls";

export function KeyringPanel({ keyring }: { keyring: KeyringView }) {
  if (keyring.state === "ready") return null;
  const w = strings.providers;
  return (
    <section
      aria-labelledby="keyring-title"
      className="flex gap-3 rounded-lg border border-warn/50 bg-warn-wash p-4"
      data-testid="keyring-panel"
    >
      <KeyRound size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <div className="selectable min-w-0 text-sm leading-relaxed">
        <h2 id="keyring-title" className="font-semibold text-warn">
          {w.keyringTitle[keyring.state]}
        </h2>
        <p className="mt-1">
          <Prose text={said(keyring.why)} />
        </p>
        <p className="mt-2">
          <b className="font-semibold">{sentence(w.keyringFix)}</b>{" "}
          <Prose text={said(keyring.fix)} />
        </p>
        <p className="mt-2 text-soft">{w.keyringMeanwhile}</p>
      </div>
    </section>
  );
}
