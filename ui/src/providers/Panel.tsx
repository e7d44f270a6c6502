/** A panel of the Providers screen, with a title. */

import { type ReactNode, useId } from "react";

interface PanelProps {
  title: string;
  /** Content beside the title. */
  aside?: ReactNode;
  testId?: string;
  children: ReactNode;
}

export function Panel({ title, aside, testId, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-testid={testId}
      className="flex flex-col gap-2.5 rounded-lg border border-line bg-panel p-4"
    >
      <div className="flex items-center gap-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The style of every field of this screen. */
export const FIELD =
  "selectable h-8 min-w-0 rounded-md border border-line-strong bg-sunk px-3 text-sm";
