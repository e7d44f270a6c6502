/** Chooses a proxy: the system's, none, or the user's own. */

import { useId, useState } from "react";
import type { Proxy as ProxyChoice } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { FIELD } from "./Panel";

const w = strings.providers.network;

type Choice = ProxyChoice["kind"] | "inherit";

interface ProxyFieldProps {
  /** Null if the proxy of all providers applies. */
  value: ProxyChoice | null;
  /** Whether "as for all providers" is a choice. */
  inherits: boolean;
  /** The system's proxy, shown beside that choice. */
  system: string | null;
  onSave: (proxy: ProxyChoice | null) => void;
  /** Called when another address is typed, so that the message about the last one is removed. */
  onEdit: () => void;
}

export function ProxyField({ value, inherits, system, onSave, onEdit }: ProxyFieldProps) {
  const group = useId();
  const [choice, setChoice] = useState<Choice>(value?.kind ?? (inherits ? "inherit" : "system"));
  const [url, setUrl] = useState(value?.kind === "custom" ? value.url : "");
  const choices: Choice[] = [
    ...(inherits ? (["inherit"] as const) : []),
    "system",
    "direct",
    "custom",
  ];
  const pick = (picked: Choice) => {
    setChoice(picked);
    if (picked === "inherit") onSave(null);
    if (picked === "system" || picked === "direct") onSave({ kind: picked });
  };
  return (
    <div className="flex flex-col gap-2 text-xs">
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5">
        <legend className="sr-only">{w.proxy}</legend>
        {choices.map((name) => (
          <label key={name} className="flex items-center gap-1.5">
            <input
              type="radio"
              name={group}
              data-testid={`proxy-${name}`}
              checked={choice === name}
              onChange={() => pick(name)}
            />
            {w.choices[name]}
            {name === "system" ? (
              <span className="text-faint">({system ?? w.systemNone})</span>
            ) : null}
          </label>
        ))}
      </fieldset>
      {choice === "custom" ? (
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            onSave({ kind: "custom", url: url.trim() });
          }}
        >
          <input
            required
            aria-label={w.proxyAddress}
            placeholder="socks5h://127.0.0.1:1080"
            data-testid="proxy-url"
            className={`${FIELD} flex-1`}
            value={url}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
              onEdit();
            }}
          />
          <Button type="submit" size="tall" data-testid="save-proxy">
            {strings.providers.save}
          </Button>
        </form>
      ) : null}
    </div>
  );
}
