/** Asks for consent before anything crosses a public network unencrypted. */

import { TriangleAlert } from "lucide-react";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";

interface PlainHttpProps {
  host: string;
  onAllow: () => void;
}

export function PlainHttp({ host, onAllow }: PlainHttpProps) {
  const w = strings.providers.plainHttp;
  return (
    <div
      role="alert"
      data-testid="plain-http"
      className="flex gap-2.5 rounded-md border border-warn/50 bg-warn-wash px-3 py-2.5 text-xs"
    >
      <TriangleAlert size={15} aria-hidden="true" className="mt-px shrink-0 text-warn" />
      <div className="flex flex-col items-start gap-2">
        <p>
          <b className="font-semibold">{w.title(host)}</b> {w.story}
        </p>
        <Button size="small" data-testid="allow-plain-http" onClick={onAllow}>
          {w.allow}
        </Button>
      </div>
    </div>
  );
}
