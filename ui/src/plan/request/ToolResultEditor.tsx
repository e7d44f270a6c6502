/** What a tool returned, opened for editing: the call that it answers, and its texts, pictures and documents one by one. */

import { X } from "lucide-react";
import { type Content, type Part, useBackend } from "../../backend/backend";
import { PartPreview } from "../../run/request/PartPreview";
import { request } from "../../strings/request";
import { Button, IconButton } from "../../ui/controls";
import { useFilePicker } from "../../ui/files";
import { partOfFile } from "./attach";
import { Check, TextField } from "./fields";
import { TurnText } from "./TurnText";

const w = request;

type ToolResult = Extract<Content, { type: "tool_result" }>;

interface ToolResultEditorProps {
  result: ToolResult;
  turn: number;
  onResult: (result: ToolResult) => void;
}

export function ToolResultEditor({ result, turn, onResult }: ToolResultEditorProps) {
  const backend = useBackend();
  const { output } = result;
  const setOutput = (parts: Part[]) => onResult({ ...result, output: parts });
  const { field, open } = useFilePicker({
    label: w.resultFile,
    testId: `turn-${turn}-result-file`,
    onFile: (file) =>
      void partOfFile(backend, file).then((part) => part && setOutput([...output, part])),
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-3">
        <TextField
          label={w.resultOf}
          value={result.call_id}
          className="flex-1"
          onText={(call_id) => onResult({ ...result, call_id })}
        />
        <Check
          label={w.resultError}
          checked={result.is_error ?? false}
          onChange={(is_error) => onResult({ ...result, is_error })}
        />
      </div>
      {output.map((part, index) => {
        const { content } = part;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
          <div key={index} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              {content.type === "text" ? (
                <TurnText
                  label={index === 0 ? w.resultText : `${w.resultText} ${index + 1}`}
                  testId={`turn-${turn}-result-${index}`}
                  value={content.text}
                  onText={(text) =>
                    setOutput(output.with(index, { ...part, content: { ...content, text } }))
                  }
                />
              ) : (
                <PartPreview part={part} />
              )}
            </div>
            <IconButton
              label={w.removeOfResult(w.part[content.type])}
              data-testid={`turn-${turn}-result-${index}-remove`}
              onClick={() => setOutput(output.toSpliced(index, 1))}
            >
              <X size={13} aria-hidden="true" />
            </IconButton>
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <span className="text-faint">{w.addToResult}</span>
        <Button
          size="small"
          data-testid={`turn-${turn}-result-add-text`}
          onClick={() => setOutput([...output, { content: { type: "text", text: "" } }])}
        >
          {w.parts.text}
        </Button>
        <Button size="small" onClick={open}>
          {w.parts.file}
        </Button>
        {field}
      </div>
    </div>
  );
}
