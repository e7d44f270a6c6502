/** The address of a catalogue provider, and a reset to its default. */

import { useState } from "react";
import { type ProviderView, useBackend } from "../backend/backend";
import { addressHints } from "../strings/results";
import { strings } from "../strings/strings";
import { withScheme } from "../ui/address";
import { useBeginAt } from "../ui/beginAt";
import { Button } from "../ui/controls";
import { plainHttpHost, useProviderChange } from "./changes";
import { FIELD, Panel } from "./Panel";
import { PlainHttp } from "./PlainHttp";
import { Refused } from "./Refused";

const w = strings.providers;

export function AddressSection({ view }: { view: ProviderView }) {
  const backend = useBackend();
  const field = useBeginAt("address");
  const [url, setUrl] = useState(view.base_url);
  const save = useProviderChange<ProviderView>(({ label }) => w.endpointSaved(label), {
    toldThere: true,
  });
  const fallback = view.default_base_url ?? null;
  const example = view.base_url_example ?? null;
  const host = plainHttpHost(save.error);
  const put = (baseUrl: string | null, plainHttp = false) =>
    save.mutate(async () => {
      const changed = await backend.setAddress(view.id, baseUrl, plainHttp);
      setUrl(changed.base_url);
      return changed;
    });
  const hint =
    example !== null
      ? w.addressExample(example)
      : fallback
        ? w.addressDefault(fallback)
        : addressHints[view.dialect];
  return (
    <Panel title={w.address}>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          put(withScheme(url));
        }}
      >
        <input
          ref={field}
          type="text"
          inputMode="url"
          spellCheck={false}
          required
          aria-label={w.address}
          placeholder={example ?? ""}
          data-testid="address"
          className={`${FIELD} flex-1`}
          value={url}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            save.reset();
          }}
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
      <Refused error={save.error} testId="address-problem" />
      {host ? <PlainHttp host={host} onAllow={() => put(withScheme(url), true)} /> : null}
      <p className="selectable text-xs text-faint">{hint}</p>
    </Panel>
  );
}
