/** One turn, opened for editing: its role and its parts. */

import { X } from "lucide-react";
import { type Content, type Part, type Role, type Turn, useBackend } from "../../backend/backend";
import { PartPreview } from "../../run/request/PartPreview";
import { request } from "../../strings/request";
import { Button, IconButton } from "../../ui/controls";
import { useFilePicker } from "../../ui/files";
import { partOfFile } from "./attach";
import { CacheMarkField } from "./CacheMarkField";
import { SelectField, TextField } from "./fields";
import { JsonField } from "./JsonField";
import { ToolResultEditor } from "./ToolResultEditor";
import { TurnText } from "./TurnText";

const w = request;

const ROLES: readonly Role[] = ["system", "developer", "user", "assistant", "tool"];

interface PartEditorProps {
  part: Part;
  turn: number;
  onContent: (content: Content) => void;
}

function PartEditor({ part, turn, onContent }: PartEditorProps) {
  const { content } = part;
  switch (content.type) {
    case "text":
      return (
        <TurnText
          label={w.textOf(turn + 1)}
          testId={`turn-${turn}-text`}
          value={content.text}
          onText={(text) => onContent({ ...content, text })}
        />
      );
    case "tool_call":
      return (
        <div className="flex flex-col gap-2">
          <div className="grid grid-cols-2 gap-2">
            <TextField
              label={w.callName}
              value={content.name}
              onText={(name) => onContent({ ...content, name })}
            />
            <TextField
              label={w.callId}
              value={content.id}
              onText={(id) => onContent({ ...content, id })}
            />
          </div>
          <JsonField
            label={w.callArguments}
            testId={`turn-${turn}-arguments`}
            className="h-28"
            value={content.arguments}
            onValue={(value) => onContent({ ...content, arguments: value ?? {} })}
          />
        </div>
      );
    case "tool_result":
      return <ToolResultEditor result={content} turn={turn} onResult={onContent} />;
    case "image":
    case "document":
    case "own":
      return <PartPreview part={part} />;
  }
}

/** New parts that a turn of this role can have. */
function newParts(role: Role): readonly ("text" | "tool_call" | "tool_result")[] {
  if (role === "assistant") return ["text", "tool_call"];
  return role === "tool" ? ["tool_result"] : ["text"];
}

const FRESH: Record<"text" | "tool_call" | "tool_result", Content> = {
  text: { type: "text", text: "" },
  tool_call: { type: "tool_call", id: "call_1", name: "", arguments: {} },
  tool_result: {
    type: "tool_result",
    call_id: "call_1",
    output: [{ content: { type: "text", text: "" } }],
  },
};

/** A turn that has just been added, with the part that its role is likely to have. */
export function freshTurn(role: Role): Turn {
  return { role, parts: [{ content: role === "tool" ? FRESH.tool_result : FRESH.text }] };
}

interface TurnEditorProps {
  turn: Turn;
  at: number;
  onTurn: (turn: Turn) => void;
  onDone: () => void;
}

export function TurnEditor({ turn, at, onTurn, onDone }: TurnEditorProps) {
  const backend = useBackend();
  const setParts = (parts: Part[]) => onTurn({ ...turn, parts });
  const { field, open } = useFilePicker({
    label: w.parts.file,
    testId: `turn-${at}-file`,
    onFile: (file) =>
      void partOfFile(backend, file).then((part) => part && setParts([...turn.parts, part])),
  });
  return (
    <div className="flex min-w-0 flex-col gap-3" data-testid={`turn-${at}-editor`}>
      {turn.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
        <div key={index} className="flex items-start gap-2">
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5 *:w-full">
            <PartEditor
              part={part}
              turn={at}
              onContent={(content) => setParts(turn.parts.with(index, { ...part, content }))}
            />
            {part.content.type === "own" ? null : (
              <CacheMarkField
                mark={part.cache}
                testId={`turn-${at}-part-${index}-cache`}
                onMark={(cache) => setParts(turn.parts.with(index, { ...part, cache }))}
              />
            )}
          </div>
          <IconButton
            label={w.removePart(w.part[part.content.type])}
            onClick={() => setParts(turn.parts.toSpliced(index, 1))}
          >
            <X size={13} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <SelectField
          beside
          label={w.role(at + 1)}
          value={turn.role}
          testId={`turn-${at}-role`}
          choices={ROLES.map((role) => ({ value: role, text: w.roles[role] }))}
          onValue={(role) => onTurn({ ...turn, role })}
        />
        <span className="ml-3 text-faint">{w.addPart}</span>
        {newParts(turn.role).map((kind) => (
          <Button
            key={kind}
            size="small"
            data-testid={`turn-${at}-add-${kind}`}
            onClick={() => setParts([...turn.parts, { content: FRESH[kind] }])}
          >
            {w.parts[kind]}
          </Button>
        ))}
        {turn.role === "tool" ? null : (
          <Button size="small" onClick={open}>
            {w.parts.file}
          </Button>
        )}
        {field}
        <Button
          look="primary"
          size="small"
          className="ml-auto"
          data-testid={`turn-${at}-done`}
          onClick={onDone}
        >
          {w.doneTurn}
        </Button>
      </div>
    </div>
  );
}
