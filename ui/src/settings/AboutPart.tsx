/** What this is: its version, its licences, and what leaves this machine. */

import { useDoctor } from "../backend/queries";
import { count } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Row } from "./fields";
import { Panel } from "./Panel";

const w = strings.settings.about;

export function AboutPart() {
  const doctor = useDoctor().data;
  if (!doctor) return null;
  return (
    <>
      <Panel testId="about">
        <Row label={w.version}>
          <span className="selectable">{doctor.version}</span>
        </Row>
        <Row label={w.build}>
          <span className="selectable">{doctor.build}</span>
        </Row>
        <Row label={w.definitions} hint={w.definitionsHint}>
          <span className="selectable">{count(doctor.definitions)}</span>
        </Row>
      </Panel>
      <Panel testId="leaves">
        <h2 className="py-1 font-semibold">{w.leaves}</h2>
        <ul className="selectable flex list-disc flex-col gap-1.5 py-1 pl-4 text-sm text-soft">
          {w.leaving.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="py-1 text-sm">{w.nothingElse}</p>
      </Panel>
      <Panel testId="licences">
        <h2 className="py-1 font-semibold">{w.licences}</h2>
        {w.licence.map(({ of, under }) => (
          <Row key={of} label={of}>
            <span className="selectable">{under}</span>
          </Row>
        ))}
      </Panel>
    </>
  );
}
