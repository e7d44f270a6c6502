/** Tags on one line. Those that do not fit are not cut but counted, and the count names them. */

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { strings } from "../../strings/strings";
import { Tag } from "../../ui/controls";

interface OneLineProps {
  testId: string;
  children: ReactNode;
}

interface Hidden {
  /** Their texts, a line each. */
  texts: string;
  /** Whether one of them is a warning. */
  warns: boolean;
}

/** The children that wrapped below the first line. */
function hiddenIn(line: HTMLElement): Hidden {
  const all = [...line.children].filter((each) => each instanceof HTMLElement);
  const hidden = all.filter((each) => each.offsetTop > line.offsetTop);
  return {
    texts: hidden.map((each) => each.textContent.trim()).join("\n"),
    warns: hidden.some((each) => each.dataset.tone === "warn"),
  };
}

export function OneLine({ testId, children }: OneLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const [{ texts, warns }, setHidden] = useState<Hidden>({ texts: "", warns: false });
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => {
      const now = hiddenIn(element);
      setHidden((was) => (was.texts === now.texts && was.warns === now.warns ? was : now));
    };
    measure();
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    const change = new MutationObserver(measure);
    change.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      resize.disconnect();
      change.disconnect();
    };
  }, []);
  const count = texts === "" ? 0 : texts.split("\n").length;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <div ref={line} data-testid={testId} className="one-line">
        {children}
      </div>
      <span className={`shrink-0 ${count > 0 ? "" : "invisible"}`}>
        <Tag tone={warns ? "warn" : "plain"} advice={texts}>
          {strings.lane.moreTags(count)}
        </Tag>
      </span>
    </div>
  );
}
