/** A finished answer as Markdown, instead of its raw text. */

import { type KeyboardEvent, type MouseEvent, useEffect, useState } from "react";
import { useBackend } from "../../backend/backend";
import { strings } from "../../strings/strings";
import { copyAndSay } from "../../ui/copyAndSay";
import { whenIdle } from "../../ui/idle";
import { formulaWriter, mayHoldFormula } from "./formulas";
import { markdown, type Rendered } from "./markdown";
import { RawText } from "./RawText";
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

/** The address of the web page that a link in an answer leads to; null for anything else. */
function linkOf(target: EventTarget): string | null {
  const link = target instanceof Element ? target.closest<HTMLElement>("[data-link]") : null;
  const address = link?.dataset.link;
  return address && URL.canParse(address) ? new URL(address).href : null;
}

export function LaneMarkdown({ lane, name, reasoning, answer }: LaneMarkdownProps) {
  const backend = useBackend();
  const [rendered, setRendered] = useState<Rendered | null>(null);
  const onPressed = (event: MouseEvent | KeyboardEvent) => {
    const address = linkOf(event.target);
    if (address === null) return;
    event.preventDefault();
    event.stopPropagation();
    // The system asks first, and shows the real target, which may differ from the text.
    void backend.openLink(address);
  };
  useEffect(() => {
    let isShown = true;
    const cancel = whenIdle(async () => {
      const formula = mayHoldFormula(answer) ? await formulaWriter() : undefined;
      if (isShown) setRendered(markdown(answer, formula));
    });
    return () => {
      isShown = false;
      cancel();
    };
  }, [answer]);
  return (
    <section
      aria-label={strings.lane.text(name)}
      aria-busy={rendered === null}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid={`lane-${lane}-markdown`}
      onClick={(event) => {
        copyCode(event);
        onPressed(event);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") onPressed(event);
      }}
      className="selectable min-h-0 flex-1 overflow-y-auto px-3 py-2 text-sm leading-[1.55] text-soft -outline-offset-2"
    >
      {reasoning ? (
        <RawText text={reasoning} className="lane-reasoning" data-label={strings.lane.thinking} />
      ) : null}
      <div
        className="markdown"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown.ts and temml write every tag themselves, and let none through.
        dangerouslySetInnerHTML={{ __html: rendered?.html ?? "" }}
      />
      {rendered?.rest ? (
        <>
          <p className="my-2 border-t border-line pt-2 text-xs text-warn">
            {strings.lane.notRendered}
          </p>
          <RawText text={rendered.rest} />
        </>
      ) : null}
    </section>
  );
}
