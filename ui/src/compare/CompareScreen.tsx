/** The Compare screen: the leaders over any set of runs, and the views behind them. */

import { Tabs } from "@base-ui/react/tabs";
import { useMemo } from "react";
import { Refusal } from "../backend/backend";
import { OneFoot } from "../charts/Chart";
import { sharingOf } from "../charts/card";
import { figuresIn } from "../charts/figures";
import { ShareMenu } from "../charts/ShareMenu";
import { said } from "../strings/said";
import { failureWords, strings } from "../strings/strings";
import { Button, Empty } from "../ui/controls";
import { address, go } from "../ui/route";
import { leaveNotes } from "../ui/toasts";
import { Better } from "./Better";
import { Carried } from "./Carried";
import { Champions } from "./Champions";
import { Changes } from "./Changes";
import { CostSpeedChart } from "./CostSpeedChart";
import { TABS, type Tab, useCompareStore } from "./compareStore";
import { Drawn, useComparison } from "./comparison";
import { CompareExample } from "./Example";
import { Contenders, Filters } from "./Filters";
import { FirstSchemaUses } from "./FirstSchemaUses";
import { Hedging } from "./Hedging";
import { LeastRight } from "./LeastRight";
import { BreakEvens, LengthsChart } from "./LengthsChart";
import { Quality } from "./Quality";
import { Rankings } from "./Rankings";
import { Samples } from "./Samples";
import { Trends } from "./Trends";
import { WhatIf } from "./WhatIf";
import { WinMapChart } from "./WinMapChart";
import { WorkloadBar } from "./WorkloadBar";

const w = strings.compare;
/** Maximum number of characters of a saved file's name. */
const LONGEST_FILE = 80;

/** The chart of the screen first and at full width; a window that is wide enough has the others beside it. */
function Overview({ drawn }: { drawn: Drawn }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 min-[1600px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <LeastRight drawn={drawn} />
        <CostSpeedChart drawn={drawn} />
        <Champions drawn={drawn} />
        <Carried drawn={drawn} />
        <FirstSchemaUses drawn={drawn} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 min-[1080px]:max-[1599px]:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="min-[1080px]:max-[1599px]:col-span-2">
          <WorkloadBar drawn={drawn} fields={["out", "second"]} />
        </div>
        <LengthsChart drawn={drawn} height={220} narrow />
        <WinMapChart drawn={drawn} height={220} />
      </div>
    </div>
  );
}

function Length({ drawn }: { drawn: Drawn }) {
  return (
    <div className="space-y-3">
      <WorkloadBar drawn={drawn} fields={["out"]} />
      <LengthsChart drawn={drawn} height={330} />
      <BreakEvens drawn={drawn} />
    </div>
  );
}

const VIEWS: Record<Tab, (props: { drawn: Drawn }) => React.ReactNode> = {
  overview: Overview,
  quality: Quality,
  better: Better,
  length: Length,
  whatIf: WhatIf,
  samples: Samples,
  time: Trends,
  runs: Changes,
  rankings: Rankings,
  hedging: Hedging,
};

/** The view's charts in shareable form. */
function Share({ drawn, ids }: { drawn: Drawn; ids: readonly string[] }) {
  const tab = useCompareStore((asked) => asked.tab);
  const figures = () => {
    const panel = document.querySelector("[data-testid='compare-screen'] [role='tabpanel']");
    return panel ? figuresIn(panel) : [];
  };
  const name = `${w.title} ${w.tabs[tab]} ${drawn.shown.map(({ place }) => drawn.name(place)).join(" ")}`;
  const link = `paceline://compare${ids.length > 0 ? `/${ids.join("+")}` : ""}`;
  return (
    <ShareMenu
      sharing={sharingOf(figures, { name: name.slice(0, LONGEST_FILE), link, runs: ids })}
      words={strings.share.charts}
    />
  );
}

function Views({ drawn, ids }: { drawn: Drawn; ids: readonly string[] }) {
  const { tab, look } = useCompareStore();
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next: Tab) => {
        leaveNotes();
        look({ tab: next });
      }}
    >
      <div className="mb-3 flex items-end gap-3 border-b border-line">
        <Tabs.List aria-label={w.tabs.label} className="flex min-w-0 flex-wrap">
          {TABS.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              data-testid={`tab-${each}`}
              className="-mb-px h-8 border-b-2 border-transparent px-2 text-xs whitespace-nowrap max-[1100px]:px-1.5 max-[960px]:px-1 text-soft hover:text-ink data-active:border-ink data-active:font-semibold data-active:text-ink"
            >
              {w.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <span className="ml-auto shrink-0 pb-1">
          <Share drawn={drawn} ids={ids} />
        </span>
      </div>
      {TABS.map((each) => {
        const View = VIEWS[each];
        return (
          // Tab continues with the panel's content, all of which can be reached; the panel itself has nothing to
          // announce.
          <Tabs.Panel key={each} value={each} tabIndex={-1}>
            <h2 className="sr-only">{w.tabs[each]}</h2>
            <View drawn={drawn} />
          </Tabs.Panel>
        );
      })}
    </Tabs.Root>
  );
}

/** What is missing, and the quickest way to get it. */
function Nothing({ drawn, chosen }: { drawn: Drawn; chosen: boolean }) {
  const { period, search, look, ask } = useCompareStore();
  const { simulated_requests, left_out, question, nothing } = drawn.view;
  const isNarrowed = left_out > 0 || question.common_only;
  const why =
    isNarrowed && nothing
      ? said(nothing)
      : chosen || search.trim()
        ? w.empty.chosen
        : period === null
          ? null
          : w.empty.period(period);
  return (
    <Empty title={w.empty.title} below={<CompareExample />}>
      {why ? <p className="text-soft">{why}</p> : null}
      <p className="text-soft">{w.empty.needs}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => go("race")}>
          {w.empty.race}
        </Button>
        {period !== null && !chosen ? (
          <Button onClick={() => look({ period: null })}>{w.empty.everything}</Button>
        ) : null}
        {simulated_requests > 0 ? (
          <Button data-testid="compare-simulated" onClick={() => ask({ simulated: true })}>
            {w.empty.simulated(simulated_requests)}
          </Button>
        ) : null}
      </div>
    </Empty>
  );
}

function Content({ drawn, ids }: { drawn: Drawn; ids: readonly string[] }) {
  const { view } = drawn;
  if (view.contenders.length === 0) return <Nothing drawn={drawn} chosen={ids.length > 0} />;
  return (
    <div className="space-y-3 px-4 pb-6 max-[1100px]:px-2.5">
      {view.simulated ? (
        <p className="simulated rounded-md px-3 py-1.5 text-xs" data-testid="compare-ribbon">
          <b className="mr-2 tracking-wide">{strings.simulated.tag}</b>
          {w.apart}
        </p>
      ) : null}
      <Contenders drawn={drawn} />
      {drawn.shown.length === 0 ? (
        <p className="py-10 text-center text-soft">{w.nobodyShown}</p>
      ) : (
        <>
          {drawn.shown.length === 1 ? <p className="text-xs text-soft">{w.one}</p> : null}
          <OneFoot {...drawn.conditions()}>
            <Views drawn={drawn} ids={ids} />
          </OneFoot>
        </>
      )}
    </div>
  );
}

/** The ids in an address such as `#/compare/ID+ID`. */
export function idsOf(id: string | null): string[] {
  return (id ?? "").split("+").filter((part) => part.length > 0);
}

export function CompareScreen({ id }: { id: string | null }) {
  const ids = useMemo(() => idsOf(id), [id]);
  const { data, error } = useComparison(ids);
  const drawn = useMemo(() => (data ? new Drawn(data) : null), [data]);
  const reason = error instanceof Refusal ? failureWords(error.failure).message : error?.message;
  return (
    <section
      aria-label={w.title}
      className="flex h-full min-h-0 flex-col"
      data-testid="compare-screen"
    >
      <Filters drawn={drawn} chosen={ids} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {drawn ? (
          <Content drawn={drawn} ids={ids} />
        ) : error ? (
          <Empty title={w.failed}>
            <p className="selectable text-soft">{reason}</p>
            <a className="text-accent underline" href={address("history")}>
              {strings.history.back}
            </a>
          </Empty>
        ) : (
          <p className="p-4 text-soft">{w.loading}</p>
        )}
      </div>
    </section>
  );
}
