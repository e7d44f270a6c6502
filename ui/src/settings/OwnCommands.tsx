/** The commands that may check answers on this machine, each of which can be taken back. They are allowed elsewhere. */

import { useQueryClient } from "@tanstack/react-query";
import { useBackend } from "../backend/backend";
import { keys, useAllowedCommands } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { note } from "../ui/toasts";
import { Panel } from "./Panel";

const w = strings.checks.commands;

export function OwnCommands() {
  const backend = useBackend();
  const client = useQueryClient();
  const commands = useAllowedCommands().data;
  if (!commands) return null;
  const forget = async (command: string) => {
    client.setQueryData(keys.allowedCommands, await backend.forgetCommand(command));
    note(w.forgotten);
  };
  return (
    <Panel testId="allowed-commands">
      <h2 className="text-sm text-soft">{w.title}</h2>
      <p className="mt-1 text-xs text-faint">{commands.length === 0 ? w.none : w.story}</p>
      <ul className="flex flex-col">
        {commands.map((command) => (
          <li key={command} className="flex items-center gap-3 py-1">
            <code className="selectable min-w-0 flex-1 font-mono text-xs break-all">{command}</code>
            <Button
              aria-label={w.forgetOf(command)}
              data-testid="forget-command"
              onClick={() => void forget(command)}
            >
              {w.forget}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
