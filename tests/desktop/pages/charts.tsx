/**
 * A page that draws a chart of ten thousand samples and reports how long it took. It is not part of the window: only
 * `tests/desktop/charts.mjs` builds it, and opens it in the same web view.
 */

import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type Backend, BackendProvider } from "../../../ui/src/backend/backend";
import "../../../ui/src/ui/theme.css";
import { Chart } from "../../../ui/src/charts/Chart";
import { DotStrip, Ecdf } from "../../../ui/src/charts/distributions";
import { identityOf } from "../../../ui/src/charts/identity";
import { Plane } from "../../../ui/src/charts/plane";
import type { Axis } from "../../../ui/src/charts/scales";

const SAMPLES = 10_000;

const X: Axis = { kind: "log10", name: "ms", format: String, domain: [50, 5_000] };
const Y: Axis = { kind: "linear", name: "share", format: String, domain: [0, 1] };

/** Samples like those of a server: most near 300 ms, some far above. The same each time. */
const samples = Array.from({ length: SAMPLES }, (_, index) => {
  const share = ((index * 7_919) % SAMPLES) / SAMPLES;
  return 250 / (1.0001 - share) ** 0.4;
});

function Page({ round }: { round: number }) {
  return (
    <BackendProvider value={{} as Backend}>
      <div className="p-4" style={{ width: 900 }}>
        <Chart
          key={round}
          title={`${SAMPLES} samples`}
          reading={String(SAMPLES)}
          conditions={{ facts: [], simulated: true }}
          table={{ caption: "none", columns: [], rows: [] }}
          height={320}
        >
          {({ width, height }) => (
            <Plane frame={{ x: 0, y: 0, width, height }} x={X} y={Y}>
              <DotStrip
                samples={samples}
                y={0.3}
                spread={0.15}
                p50={330}
                p95={830}
                look={identityOf(0)}
              />
              <Ecdf samples={samples} look={identityOf(1)} />
            </Plane>
          )}
        </Chart>
      </div>
    </BackendProvider>
  );
}

const frame = () => new Promise((done) => requestAnimationFrame(done));

/** From nothing to the first frame after the last dot, in milliseconds. */
async function drawn(round: number): Promise<number> {
  const element = document.createElement("main");
  document.body.replaceChildren(element);
  await frame();
  const began = performance.now();
  flushSync(() => createRoot(element).render(<Page round={round} />));
  // Effects pass on the dots, the next frame paints them, and the one after it has them on screen.
  await frame();
  await frame();
  return performance.now() - began;
}

const rounds: number[] = [];
for (let round = 0; round < 9; round += 1) rounds.push(await drawn(round));
const dots = document.querySelector("canvas")?.getContext("2d");
const painted = dots?.getImageData(0, 0, dots.canvas.width, dots.canvas.height).data;
Object.assign(window, {
  measuredMs: rounds,
  paintedPixels: painted?.filter((_, at) => at % 4 === 3).filter((alpha) => alpha > 0).length ?? 0,
});
