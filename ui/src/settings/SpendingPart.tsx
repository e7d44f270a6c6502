/** Today's spending and the daily cap. */

import type { Preferences, SpendToday } from "../backend/backend";
import { useSpend } from "../backend/queries";
import { dollars } from "../strings/numbers";
import { strings } from "../strings/strings";
import { useChangePreferences } from "../ui/preferences";
import { NumberSetting, Row } from "./fields";
import { Panel } from "./Panel";

const w = strings.settings;

function Today({ spend }: { spend: SpendToday }) {
  const { usd, requests, unknown, simulated } = spend;
  return (
    <Row label={w.spentToday}>
      {requests === 0 ? (
        <span>{w.spentNothing}</span>
      ) : (
        <span>
          <b className="text-lg font-semibold" data-testid="spent">
            {dollars(usd)}
          </b>{" "}
          <span className="text-soft">{w.spentLine(requests)}</span>
        </span>
      )}
      {unknown > 0 ? (
        <p className="w-full text-xs text-warn" data-testid="spent-unknown">
          {w.spentUnknown(unknown)}
        </p>
      ) : null}
      {simulated > 0 ? (
        <p className="w-full text-xs text-faint">{w.spentSimulated(simulated)}</p>
      ) : null}
    </Row>
  );
}

export function SpendingPart({ preferences }: { preferences: Preferences }) {
  const change = useChangePreferences();
  const spend = useSpend().data;
  return (
    <Panel>
      {spend ? <Today spend={spend} /> : null}
      <NumberSetting
        label={w.cap}
        hint={w.capHint}
        unit={w.usdPerDay}
        testId="setting-cap"
        empty={w.capNone}
        step="any"
        value={preferences.cap_usd_per_day}
        onKeep={(cap_usd_per_day) => change({ cap_usd_per_day })}
      />
    </Panel>
  );
}
