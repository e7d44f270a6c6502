/** A field for a new tag, which suggests existing ones. */

import { useId, useState } from "react";
import { archive as w } from "../strings/history";
import { Button } from "../ui/controls";
import { useTags } from "./archive";

interface TagFieldProps {
  onTag: (tag: string) => Promise<boolean>;
  autoFocus?: boolean;
}

export function TagField({ onTag, autoFocus = false }: TagFieldProps) {
  const [text, setText] = useState("");
  const known = useTags();
  const list = useId();
  return (
    <form
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const tag = text.trim();
        if (tag) void onTag(tag).then((isKept) => isKept && setText(""));
      }}
    >
      <input
        aria-label={w.tagField}
        placeholder={w.tagPlaceholder}
        list={list}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it is in a popup that was opened for typing here.
        autoFocus={autoFocus}
        data-testid="tag-field"
        className="h-7 w-32 rounded-md border border-line-strong bg-sunk px-2 text-xs"
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={list}>
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" disabled={!text.trim()}>
        {w.addTag}
      </Button>
    </form>
  );
}
