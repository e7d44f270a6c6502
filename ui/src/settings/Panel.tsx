/** A group of settings that belong together. */

import type { ReactNode } from "react";

export function Panel({ children, testId }: { children: ReactNode; testId?: string }) {
  return (
    <section
      data-testid={testId}
      className="flex flex-col rounded-lg border border-line bg-panel px-4 py-2.5"
    >
      {children}
    </section>
  );
}
