/** What a lane sends, to the byte, with the key masked; or why it cannot send it, and what to change. */

import { useQuery } from "@tanstack/react-query";
import { Copy, Terminal } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { type Plan, Refusal, type ShownRequest, useBackend } from "../../backend/backend";
import { identity } from "../../backend/identity";
import { painted } from "../../backend/painted";
import { request } from "../../strings/request";
import { said } from "../../strings/said";
import { failureWords } from "../../strings/strings";
import { Button, Prose } from "../../ui/controls";
import { copyAndSay } from "../../ui/copyAndSay";
import { usePainted } from "../../ui/usePainted";
import { useDraft } from "../draft";
import { SelectField } from "./fields";
import { indented } from "./indented";

const w = request.sent;

const LongEditor = lazy(async () => ({
  default: (await import("../../ui/LongEditor")).LongEditor,
}));

/** A body above this length is not offered indented: nobody reads it. */
const MOST_INDENTED = 4_000_000;

/** What one lane of a plan would send, and after it the same as a `curl` line, which has the body once more. */
function useShown(plan: Plan, lane: number | null) {
  const backend = useBackend();
  const [isWhole, setWhole] = useState(false);
  const onWhole = useCallback(() => setWhole(true), []);
  const asked = {
    enabled: lane !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  };
  const shown = useQuery({
    ...asked,
    queryKey: ["shown request", identity(plan), lane],
    queryFn: async () => {
      // After the tab is shown, a frame each: a plan of megabytes is written for the engine, and its answer, which is as long, is read.
      await painted();
      const answer = await backend.shownRequest(plan, lane ?? 0);
      await painted();
      return answer;
    },
  });
  // Asked for before it is copied, because a web view lets a page copy only while a press is handled; and once the body, which is as
  // long, is there as a whole.
  const curl = useQuery({
    ...asked,
    enabled: shown.isSuccess && isWhole,
    queryKey: ["request as curl", identity(plan), lane],
    queryFn: async () => {
      await painted();
      const line = await backend.requestAsCurl(plan, lane ?? 0);
      await painted();
      return line;
    },
  });
  return { ...shown, curl: curl.data, onWhole };
}

/** The body indented, once it is; null before that, and if it is not to be. */
function useIndented(body: string, isWanted: boolean): string | null {
  const [made, setMade] = useState<{ of: string; text: string } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    void indented(body, painted).then((text) => {
      if (!isGone) setMade({ of: body, text });
    });
    return () => {
      isGone = true;
    };
  }, [body, isWanted]);
  return isWanted && made?.of === body ? made.text : null;
}

interface BytesProps {
  shown: ShownRequest;
  /** The `curl` line, once it is known. */
  curl: string | undefined;
  /** Called once all of the body is there to be read. */
  onWhole: () => void;
}

function Bytes({ shown, curl, onWhole }: BytesProps) {
  const [isIndented, setIndented] = useState(false);
  // The editor of a body of megabytes is made in a frame of its own, after the head is shown.
  const isHeadShown = usePainted();
  const body = useIndented(shown.body, isIndented) ?? shown.body;
  const bytes = Number(/content-length: (\d+)/.exec(shown.head)?.[1] ?? shown.body.length);
  return (
    <>
      <section
        data-testid="sent-head"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label={w.head}
        className="selectable max-h-40 shrink-0 overflow-auto rounded-md border border-line bg-sunk px-3 py-2 font-mono text-xs leading-5 break-all whitespace-pre-wrap"
      >
        {shown.head}
      </section>
      <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
        <span className="font-semibold">{w.body}</span>
        <span className="text-faint" data-testid="sent-size">
          {w.size(bytes)}
        </span>
        {shown.body.length <= MOST_INDENTED ? (
          <fieldset
            aria-label={w.body}
            className="ml-2 flex shrink-0 rounded-md border border-line-strong p-0.5"
          >
            {[false, true].map((each) => (
              <button
                key={String(each)}
                type="button"
                aria-pressed={isIndented === each}
                data-testid={each ? "sent-indented" : "sent-as-is"}
                className="h-5.5 rounded-sm px-2 aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink"
                onClick={() => setIndented(each)}
              >
                {each ? w.indented : w.asSent}
              </button>
            ))}
          </fieldset>
        ) : null}
        <span className="ml-auto flex gap-2">
          <Button size="small" data-testid="copy-body" onClick={() => void copyAndSay(shown.body)}>
            <Copy size={12} aria-hidden="true" />
            {w.copyBody}
          </Button>
          <Button
            size="small"
            look="primary"
            data-testid="copy-curl"
            disabled={curl === undefined}
            onClick={() => void copyAndSay(curl ?? "")}
          >
            <Terminal size={12} aria-hidden="true" />
            {w.copyCurl}
          </Button>
        </span>
      </div>
      <div className="selectable min-h-32 flex-1 overflow-hidden rounded-md border border-line bg-sunk font-mono text-xs leading-5">
        {isHeadShown ? (
          <Suspense fallback={null}>
            <LongEditor
              readOnly
              label={w.body}
              testId="sent-body"
              inset="px-3! py-2!"
              startAt={null}
              value={body}
              onTyped={() => undefined}
              onWhole={onWhole}
            />
          </Suspense>
        ) : null}
      </div>
      <p className="text-2xs text-faint">
        {w.masked}{" "}
        {shown.number ? <span data-testid="sent-number">{w.number(shown.number)}</span> : null}
      </p>
    </>
  );
}

interface SentTabProps {
  plan: Plan;
  /** The lane shown first, by index in the plan. */
  first: number | null;
}

export function SentTab({ plan, first }: SentTabProps) {
  const lanes = useDraft((draft) => draft.lanes);
  const running = lanes.flatMap(({ muted }, place) => (muted ? [] : [place]));
  const [chosen, setChosen] = useState(first ?? running[0] ?? null);
  const { data, error, isFetching, curl, onWhole } = useShown(plan, chosen);
  const told = error instanceof Refusal ? error.failure : null;
  const messages =
    told?.kind === "plan"
      ? told.problems.map(({ message }) => said(message))
      : told
        ? [failureWords(told).message]
        : [];
  if (chosen === null) return <p className="py-3 text-soft">{w.noLanes}</p>;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2.5 pt-2" data-testid="as-sent">
      <SelectField
        beside
        label={w.lane}
        testId="sent-lane"
        value={String(chosen)}
        choices={lanes.map(({ provider, model }, place) => ({
          value: String(place),
          text: `${place + 1} · ${model} · ${provider}`,
        }))}
        onValue={(place) => setChosen(Number(place))}
      />
      {messages.length > 0 ? (
        <div role="status" className="rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
          <p className="font-semibold">{w.cannot(chosen + 1)}</p>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-5" data-testid="cannot-send">
            {messages.map((message) => (
              <li key={message}>
                <Prose text={message} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {data && !error ? <Bytes shown={data} curl={curl} onWhole={onWhole} /> : null}
      {isFetching && !data ? <p className="text-soft">{w.reading}</p> : null}
    </div>
  );
}
