/** The tools that a model may call, each with the JSON Schema of its arguments, and which one it is to call. */

import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Payload, Tool, ToolChoice, Function as ToolFunction } from "../../backend/backend";
import { written } from "../../backend/exact";
import { request } from "../../strings/request";
import { Button, IconButton } from "../../ui/controls";
import { noteWithUndo } from "../../ui/toasts";
import { CacheMarkField } from "./CacheMarkField";
import { Check, SelectField, TextField } from "./fields";
import { JsonField } from "./JsonField";
import { parametersProblem } from "./schema";
import type { Subject } from "./subject";

const w = request.tool;

/** What all four of OpenAI, Anthropic, Gemini and Cohere take as a tool's name. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const FRESH: ToolFunction = {
  name: "",
  parameters: { type: "object", properties: {}, required: [] },
};

function nameOf(tool: Tool): string {
  return tool.function ? tool.function.name || w.unnamed : w.own;
}

interface ToolEditorProps {
  tool: ToolFunction;
  at: number;
  isTaken: boolean;
  onTool: (tool: ToolFunction) => void;
  onDone: () => void;
}

function ToolEditor({ tool, at, isTaken, onTool, onDone }: ToolEditorProps) {
  const isBad = tool.name !== "" && !NAME.test(tool.name);
  return (
    <div className="flex flex-col gap-3 py-2" data-testid={`tool-${at}-editor`}>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-3 max-[640px]:grid-cols-1">
        <TextField
          autoFocus
          mono
          label={w.name}
          testId={`tool-${at}-name`}
          value={tool.name}
          problem={isTaken ? w.sameName : isBad ? w.badName : null}
          onText={(name) => onTool({ ...tool, name })}
        />
        <TextField
          label={w.description}
          testId={`tool-${at}-description`}
          value={tool.description ?? ""}
          onText={(description) => onTool({ ...tool, description: description || null })}
        />
      </div>
      <div className="flex flex-col gap-1 text-xs text-soft">
        <span aria-hidden="true">{w.parameters}</span>
        <JsonField
          label={w.parameters}
          testId={`tool-${at}-parameters`}
          className="h-56"
          value={tool.parameters ?? undefined}
          problemOf={parametersProblem}
          onValue={(parameters) => onTool({ ...tool, parameters: parameters ?? null })}
        />
      </div>
      <div className="flex items-center gap-4">
        <Check
          label={w.strict}
          checked={tool.strict ?? false}
          onChange={(strict) => onTool({ ...tool, strict: strict || null })}
        />
        <CacheMarkField
          mark={tool.cache}
          testId={`tool-${at}-cache`}
          onMark={(cache) => onTool({ ...tool, cache })}
        />
        <Button
          look="primary"
          size="small"
          className="ml-auto"
          data-testid={`tool-${at}-done`}
          onClick={onDone}
        >
          {request.doneTurn}
        </Button>
      </div>
    </div>
  );
}

/** A choice as the value of a list, and back. */
const PLAIN = ["auto", "none", "required"] as const;
const choiceValue = (choice: ToolChoice | null | undefined) =>
  !choice ? "" : typeof choice === "string" ? choice : `=${choice.tool}`;
const choiceOf = (value: string): ToolChoice | null =>
  value.startsWith("=") ? { tool: value.slice(1) } : (PLAIN.find((each) => each === value) ?? null);

function Choice({ payload, onPayload }: { payload: Payload; onPayload: (next: Payload) => void }) {
  const { tools = [], tool_choice, parallel_tool_calls: parallel } = payload;
  const names = tools.flatMap((tool) => (tool.function ? [tool.function.name] : []));
  const now = choiceValue(tool_choice);
  const named = new Set([...names, ...(now.startsWith("=") ? [now.slice(1)] : [])]);
  return (
    <div className="flex flex-wrap gap-6 border-t border-line py-4">
      <SelectField
        beside
        label={w.choice}
        testId="tool-choice"
        value={now}
        choices={[
          { value: "", text: w.choices.unset },
          ...PLAIN.map((each) => ({ value: each, text: w.choices[each] })),
          ...[...named].filter(Boolean).map((name) => ({ value: `=${name}`, text: w.one(name) })),
        ]}
        onValue={(value) => onPayload({ ...payload, tool_choice: choiceOf(value) })}
      />
      <SelectField
        beside
        label={w.parallel}
        testId="parallel-calls"
        value={parallel === true ? "yes" : parallel === false ? "no" : ""}
        choices={[
          { value: "", text: w.choices.unset },
          { value: "yes", text: w.yes },
          { value: "no", text: w.no },
        ]}
        onValue={(value) =>
          onPayload({ ...payload, parallel_tool_calls: value === "" ? null : value === "yes" })
        }
      />
    </div>
  );
}

export function ToolsTab({ subject }: { subject: Subject }) {
  const { payload, change } = subject;
  const tools = payload.tools ?? [];
  const [open, setOpen] = useState<number | null>(null);
  const onPayload = (next: Payload) => change({ payload: next });
  const setTools = (next: Tool[]) => onPayload({ ...payload, tools: next });
  const isTaken = (name: string, at: number) =>
    tools.some((tool, other) => other !== at && tool.function?.name === name);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pr-3">
      {tools.length === 0 ? <p className="max-w-[76ch] py-3 text-soft">{w.none}</p> : null}
      <ul>
        {tools.map((tool, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool's name changes while it is typed.
          <li key={at} className="border-t border-line py-2 first:border-0">
            {open === at && tool.function ? (
              <ToolEditor
                tool={tool.function}
                at={at}
                isTaken={isTaken(tool.function.name, at)}
                onTool={(next) => setTools(tools.with(at, { function: next }))}
                onDone={() => setOpen(null)}
              />
            ) : (
              <div className="flex items-center gap-3 text-sm">
                <span className="min-w-0 flex-1 truncate">
                  <b className="font-mono text-xs font-semibold">{nameOf(tool)}</b>{" "}
                  <span className="text-soft">
                    {tool.function ? tool.function.description : written(tool.own)}
                  </span>
                  {tool.function?.cache ? (
                    <span className="ml-1.5 text-2xs text-faint">{request.cached}</span>
                  ) : null}
                </span>
                {tool.function ? (
                  <IconButton
                    label={`${request.edit} ${nameOf(tool)}`}
                    data-testid={`edit-tool-${at}`}
                    onClick={() => setOpen(at)}
                  >
                    <Pencil size={12} aria-hidden="true" />
                  </IconButton>
                ) : null}
                <IconButton
                  label={w.remove(nameOf(tool))}
                  data-testid={`remove-tool-${at}`}
                  onClick={() => {
                    setTools(tools.toSpliced(at, 1));
                    setOpen(null);
                    noteWithUndo(w.removed(nameOf(tool)), {
                      label: request.undo,
                      run: () => change({ payload }),
                    });
                  }}
                >
                  <Trash2 size={12} aria-hidden="true" />
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="py-3">
        <Button
          size="small"
          data-testid="add-tool"
          onClick={() => {
            setTools([...tools, { function: FRESH }]);
            setOpen(tools.length);
          }}
        >
          <Plus size={12} aria-hidden="true" />
          {w.add}
        </Button>
      </div>
      {tools.length > 0 ? <Choice payload={payload} onPayload={onPayload} /> : null}
    </div>
  );
}
