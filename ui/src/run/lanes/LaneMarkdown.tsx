/** A finished answer as Markdown, instead of its raw text. */

import { type MouseEvent, useEffect, useState } from "react";
import { strings } from "../../strings/strings";
import { copyAndSay } from "../../ui/copyAndSay";
import { markdown, whenIdle } from "./markdown";
import "./markdown.css";

interface LaneMarkdownProps {
  lane: number;
  name: string;
  reasoning: string;
  answer: string;
}

/** Copies the block of code whose button was pressed. */
function copyCode({ target }: MouseEvent): void {
  if (!(target instanceof HTMLElement) || target.dataset.copy === undefined) return;
  const code = target.parentElement?.querySelector("pre")?.textContent ?? "";
  void copyAndSay(code);
}

export function LaneMarkdown({ lane, name, reasoning, answer }: LaneMarkdownProps) {
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => whenIdle(() => setHtml(markdown(answer))), [answer]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed in it are buttons, which answer to keys themselves.
    <section
      aria-label={strings.lane.text(name)}
      aria-busy={html === null}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
      tabIndex={0}
      data-testid={`lane-${lane}-markdown`}
      onClick={copyCode}
      className="selectable min-h-0 flex-1 overflow-y-auto px-3 py-2 text-sm leading-[1.55] text-soft -outline-offset-2"
    >
      {reasoning ? (
        <div className="lane-reasoning whitespace-pre-wrap" data-label={strings.lane.thinking}>
          {reasoning}
        </div>
      ) : null}
      <div
        className="markdown"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown.ts writes every tag of it, and lets none through.
        dangerouslySetInnerHTML={{ __html: html ?? "" }}
      />
    </section>
  );
}
