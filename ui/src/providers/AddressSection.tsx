/** Where a catalogue provider's requests go, and back to where they went at first. */

import { useState } from "react";
import { type ProviderView, useBackend } from "../backend/backend";
import { Button } from "../look/controls";
import { words } from "../words/words";
import { useProviderChange } from "./changes";

const w = words.providers;

export function AddressSection({ view }: { view: ProviderView }) {
  const backend = useBackend();
  const [url, setUrl] = useState(view.base_url);
  const save = useProviderChange<ProviderView>(({ label }) => w.endpointSaved(label));
  const fallback = view.default_base_url ?? null;
  const put = (baseUrl: string | null) =>
    save.mutate(async () => {
      const changed = await backend.setAddress(view.id, baseUrl);
      setUrl(changed.base_url);
      return changed;
    });
  return (
    <section
      aria-labelledby="address-title"
      className="flex flex-col gap-2.5 rounded-lg border border-line bg-panel p-4"
    >
      <h2 id="address-title" className="text-sm font-semibold">
        {w.address}
      </h2>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          put(url.trim());
        }}
      >
        <input
          type="url"
          required
          aria-label={w.address}
          data-testid="address"
          className="selectable h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-sunk px-3 text-sm"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="tall"
          data-testid="save-address"
          disabled={url.trim() === view.base_url || save.isPending}
        >
          {w.saveAddress}
        </Button>
        {fallback !== null ? (
          <Button look="quiet" size="tall" onClick={() => put(null)}>
            {w.addressReset}
          </Button>
        ) : null}
      </form>
      <p className="text-xs text-faint">
        {fallback !== null ? w.addressDefault(fallback) : w.addressHint}
      </p>
    </section>
  );
}
