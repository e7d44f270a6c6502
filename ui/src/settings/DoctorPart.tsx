/** Facts about the environment and the frame rate, for reading and copying to support. */

import { useMutation } from "@tanstack/react-query";
import { type Backend, type Doctor, type FrameRate, useBackend } from "../backend/backend";
import { useDoctor } from "../backend/queries";
import { decimal, milliseconds } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { copyAndSay } from "../ui/copyAndSay";
import { Row } from "./fields";
import { Panel } from "./Panel";
import { ProblemReport } from "./ProblemReport";

const w = strings.settings;
const TEST_MS = 1_000;

/** Records the times of frames drawn within a second; the engine evaluates them. */
function draw(backend: Backend): Promise<FrameRate | null> {
  return new Promise((done) => {
    const drawn: number[] = [];
    const onFrame = (now: number) => {
      drawn.push(now);
      if (now - (drawn[0] ?? now) < TEST_MS) requestAnimationFrame(onFrame);
      else done(backend.frameRate(drawn));
    };
    requestAnimationFrame(onFrame);
  });
}

/** Facts safe to share with anybody: no path, no name, no address. */
function linesOf(doctor: Doctor, frames: string | null): [name: string, value: string][] {
  const { version, machine, engine, engine_version, rendering, display, keyring } = doctor;
  const state = w.keyringStates[keyring.state];
  const lines: [string, string | null][] = [
    [w.app, version],
    [w.machine, machine],
    [w.engine, [engine, engine_version].filter(Boolean).join(" ")],
    [w.rendering, rendering],
    [w.display, display ?? null],
    [w.keyring, keyring.state === "ready" ? `${keyring.backend}, ${state}` : state],
    [w.frames, frames],
  ];
  return lines.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

export function DoctorPart() {
  const backend = useBackend();
  const doctor = useDoctor().data;
  const test = useMutation({ mutationFn: () => draw(backend) });
  if (!doctor) return null;
  const found = test.data;
  const frames = found ? w.framesLine(decimal(found.fps, 0), milliseconds(found.slowest_ms)) : null;
  const lines = linesOf(doctor, null);
  const text = () =>
    linesOf(doctor, frames)
      .map(([name, value]) => w.textLine(name, value))
      .join("\n");
  return (
    <>
      <Panel testId="doctor">
        {lines.map(([name, value]) => (
          <Row key={name} label={name}>
            <span className="selectable">{value}</span>
          </Row>
        ))}
        <Row label={w.frames} hint={w.framesHint}>
          {frames ? <span data-testid="frames">{frames}</span> : null}
          <Button
            data-testid="test-frames"
            disabled={test.isPending}
            onClick={() => test.mutateAsync()}
          >
            {test.isPending ? w.testing : w.testFrames}
          </Button>
        </Row>
        <div className="border-t border-line pt-2.5 pb-1">
          <Button data-testid="copy-doctor" onClick={() => void copyAndSay(text())}>
            {w.copyText}
          </Button>
        </div>
      </Panel>
      <ProblemReport />
    </>
  );
}
