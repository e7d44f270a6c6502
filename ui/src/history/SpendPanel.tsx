/** Spending by provider and model. Requests of unknown cost are counted separately and not added. */

import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { CircleDollarSign, X } from "lucide-react";
import { useState } from "react";
import { type Spend, type SpendRow, useBackend } from "../backend/backend";
import { archive as w } from "../strings/history";
import { count, dollars } from "../strings/numbers";
import { sentences } from "../strings/phrases";
import { strings } from "../strings/strings";
import { Button, ICON_BUTTON } from "../ui/controls";
import { TAKES_KEYS } from "../ui/keyboard";
import { Segments } from "../ui/Segments";
import { archiveKeys } from "./archive";

const PERIODS = [7, 30, 90] as const;
const DAY_S = 86_400;
const CELL = "px-2 py-1 text-right whitespace-nowrap";

function Cells({ spent, most }: { spent: SpendRow; most: number }) {
  const { cost_usd: cost, cost_unknown: unknown, requests } = spent;
  return (
    <>
      <td className={`${CELL} w-24`}>
        <span className="block">{cost == null ? w.noCost : dollars(cost)}</span>
        {cost == null || most === 0 ? null : (
          <i
            aria-hidden="true"
            className="ml-auto block h-1 rounded-full bg-accent"
            style={{ width: `${Math.max((cost / most) * 100, 2)}%` }}
          />
        )}
      </td>
      <td className={`${CELL} text-warn`}>{unknown > 0 ? count(unknown) : null}</td>
      <td className={CELL}>{count(requests)}</td>
      <td className={CELL}>{count(spent.in_tokens)}</td>
      <td className={CELL}>{count(spent.out_tokens)}</td>
    </>
  );
}

function Table({ spend }: { spend: Spend }) {
  const most = Math.max(0, ...spend.models.map(({ cost_usd }) => cost_usd ?? 0));
  return (
    <table className="w-full border-collapse text-xs" data-testid="spend-table">
      <thead>
        <tr className="sticky top-0 bg-panel text-faint">
          {[w.provider, w.model].map((name) => (
            <th key={name} scope="col" className="px-2 py-1.5 text-left font-normal">
              {name}
            </th>
          ))}
          {[w.cost, w.unknown, w.requestsHead, w.inTokens, w.outTokens].map((name) => (
            <th
              key={name}
              scope="col"
              title={name === w.unknown ? w.unknownHint : undefined}
              className={`${CELL} font-normal`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {spend.models.map((spent) => (
          <tr
            key={`${spent.provider} ${spent.label} ${spent.model}`}
            className="border-t border-line"
          >
            <th scope="row" className="px-2 py-1 text-left font-semibold whitespace-nowrap">
              {spent.label}
            </th>
            <td className="max-w-60 truncate px-2 py-1 text-soft" title={spent.model}>
              {spent.model}
            </td>
            <Cells spent={spent} most={most} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line-strong font-semibold">
          <th scope="row" colSpan={2} className="px-2 py-1.5 text-left">
            {w.all}
          </th>
          <Cells spent={spend.total} most={0} />
        </tr>
      </tfoot>
    </table>
  );
}

function Body({ days }: { days: number }) {
  const backend = useBackend();
  const { data, isError } = useQuery({
    queryKey: archiveKeys.spend(days),
    queryFn: () => backend.spend(Date.now() / 1000 - days * DAY_S),
    staleTime: 0,
  });
  if (isError) return <p className="py-6 text-center text-sm text-bad">{w.failing}</p>;
  if (!data) return <p className="py-6 text-center text-sm text-soft">{strings.history.loading}</p>;
  const simulated = data.simulated.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <>
      {data.models.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section aria-label={w.spendTitle} tabIndex={0} className="min-h-0 overflow-auto">
          <Table spend={data} />
        </section>
      ) : (
        <p className="py-6 text-center text-sm text-soft">{w.spendNothing}</p>
      )}
      <p className="mt-3 text-xs text-faint">
        {sentences([w.spendLegend, simulated > 0 ? w.simulatedSpend(simulated) : null])}
      </p>
    </>
  );
}

export function SpendPanel() {
  const [days, setDays] = useState<number>(30);
  return (
    <Dialog.Root>
      <Dialog.Trigger render={<Button />} data-testid="spend">
        <CircleDollarSign size={13} aria-hidden="true" />
        {w.spend}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          data-testid="spend-panel"
          className="fixed top-1/2 left-1/2 z-40 flex max-h-[86vh] w-[760px] max-w-[92vw] -translate-x-1/2 -translate-y-1/2 flex-col popup p-5"
        >
          <div className="mb-3 flex items-center gap-4">
            <Dialog.Title className="flex-1 text-lg font-semibold">{w.spendTitle}</Dialog.Title>
            <Segments
              label={w.period}
              value={days}
              choices={PERIODS.map((each) => ({
                value: each,
                text: w.days(each),
                testId: `spend-${each}`,
              }))}
              onChange={setDays}
            />
            <Dialog.Close aria-label={w.close} className={ICON_BUTTON}>
              <X size={16} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <Body days={days} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
