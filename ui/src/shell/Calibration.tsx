/** The timestamp error of this machine in the status bar, or a button to measure it. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Calibration as CalibrationResult, Refusal, useBackend } from "../backend/backend";
import { keys, useCalibration } from "../backend/queries";
import { decimal, rate } from "../strings/numbers";
import { commas, sentence, sentences } from "../strings/phrases";
import { failureWords, strings } from "../strings/strings";
import { tip } from "../ui/tip";
import { complain, note } from "../ui/toasts";

const w = strings.calibration;
/** The number of lanes for which the bar states the error. */
const LANES = 8;

/** The 99th percentile, or the latest of fewer than 100. */
const lateOf = ({ ttft_p99_ms, ttft_max_ms }: CalibrationResult["stamps"][number]) =>
  ttft_p99_ms ?? ttft_max_ms;

function errorOf({ stamps }: CalibrationResult): string | null {
  const found = stamps.find(({ streams }) => streams >= LANES) ?? stamps.at(-1);
  return found ? decimal(lateOf(found), 2) : null;
}

function story(calibration: CalibrationResult | null | undefined): string {
  if (!calibration) return w.never;
  const { dated, machine, stamps, held_tps } = calibration;
  const each = stamps.map((stamp) => w.at(stamp.streams, decimal(lateOf(stamp), 2)));
  const held = held_tps ? w.held(rate(held_tps)) : w.notHeld;
  return sentences([w.found(dated, machine), sentence(commas(each)), held, w.again]);
}

export function Calibration({ racing }: { racing: boolean }) {
  const backend = useBackend();
  const client = useQueryClient();
  const { data: calibration } = useCalibration();
  const run = useMutation({
    mutationFn: () => backend.calibrate(),
    onSuccess: (found) => {
      client.setQueryData(keys.calibration, found);
      note(w.done(errorOf(found) ?? ""));
    },
    onError: (error) => {
      const said = error instanceof Refusal ? failureWords(error.failure).message : String(error);
      complain(said);
    },
  });
  const error = calibration ? errorOf(calibration) : null;
  return (
    <button
      type="button"
      {...tip(story(calibration))}
      data-testid="calibration"
      className="flex h-[26px] items-center hover:text-ink disabled:hover:text-faint"
      disabled={racing || run.isPending}
      onClick={() => run.mutate()}
    >
      {run.isPending ? w.running : error ? w.off(error) : w.unknown}
    </button>
  );
}
