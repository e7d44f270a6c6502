/** What a lane sends, to the byte, with the key masked; or why it cannot send it, and what to change. */

import { useQuery } from "@tanstack/react-query";
import { Copy, Terminal } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { type Plan, Refusal, type ShownHead, useBackend } from "../../backend/backend";
import { identity } from "../../backend/identity";
import { painted } from "../../backend/painted";
import { begun } from "../../strings/phrases";
import { request } from "../../strings/request";
import { said } from "../../strings/said";
import { failureWords, strings } from "../../strings/strings";
import { Button, Prose } from "../../ui/controls";
import { copyAndSay } from "../../ui/copyAndSay";
import { Segments } from "../../ui/Segments";
import { usePainted } from "../../ui/usePainted";
import { type DraftLane, useDraft } from "../draft";
import { SelectField } from "./fields";
import { indented } from "./indented";

const w = request.sent;

const LongEditor = lazy(async () => ({
  default: (await import("../../ui/LongEditor")).LongEditor,
}));

/** A body above this length is not offered indented: nobody reads it. */
const MOST_INDENTED = 4_000_000;

/** A request as it is sent; its body is null until all of it has crossed. */
interface Shown extends ShownHead {
  body: string | null;
}

/** What one lane of a plan, or a step of it from 0, would send. */
function useShown(plan: Plan, lane: number | null, step: number) {
  const backend = useBackend();
  const [body, setBody] = useState<{ of: ShownHead; text: string } | null>(null);
  const shown = useQuery({
    enabled: lane !== null,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    retry: false,
    queryKey: ["shown request", identity(plan), lane, step],
    queryFn: async ({ signal }) => {
      // After the tab is shown: the request is written for it.
      await painted();
      const { warmUp } = await import("../../ui/LongEditor");
      if (warmUp()) await painted();
      const pieces: string[] = [];
      let head: ShownHead | null = null;
      const put = async () => {
        if (head?.pieces !== pieces.length) return;
        const of = head;
        // Reading the pieces may take most of a frame, so what they come to is put together and drawn in another.
        await painted();
        if (!signal.aborted) setBody({ of, text: pieces.join("") });
      };
      head = await backend.shownRequest(plan, lane ?? 0, step, (piece) => {
        pieces.push(piece);
        void put();
      });
      void put();
      return head;
    },
  });
  const { data: head } = shown;
  const made: Shown | undefined = head && { ...head, body: body?.of === head ? body.text : null };
  return { ...shown, data: made };
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The body indented, once it is; null before that, and if it is not to be. */
function useIndented(body: string | null, isWanted: boolean): string | null {
  const [made, setMade] = useState<{ of: string; text: string } | null>(null);
  useEffect(() => {
    if (!isWanted || body === null) return;
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
  shown: Shown;
}

function Bytes({ shown }: BytesProps) {
  const [isIndented, setIndented] = useState(false);
  // The editor of a body of megabytes is made in a frame of its own, after the head is shown.
  const isHeadShown = usePainted();
  const body = useIndented(shown.body, isIndented) ?? shown.body;
  const bytes = Number(/content-length: (\d+)/.exec(shown.head)?.[1]);
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
        {bytes <= MOST_INDENTED ? (
          <span className="ml-2">
            <Segments
              label={w.body}
              value={isIndented}
              choices={[
                { value: false, text: w.asSent, testId: "sent-as-is" },
                { value: true, text: w.indented, testId: "sent-indented" },
              ]}
              onChange={setIndented}
            />
          </span>
        ) : null}
        <span className="ml-auto flex gap-2">
          <Button
            size="small"
            data-testid="copy-body"
            disabled={shown.body === null}
            onClick={() => void copyAndSay(shown.body ?? "")}
          >
            <Copy size={12} aria-hidden="true" />
            {w.copyBody}
          </Button>
          <Button
            size="small"
            look="primary"
            data-testid="copy-curl"
            disabled={shown.body === null}
            onClick={() => void copyAndSay(shown.curl + quoted(shown.body ?? "") + shown.curl_end)}
          >
            <Terminal size={12} aria-hidden="true" />
            {w.copyCurl}
          </Button>
        </span>
      </div>
      <div className="selectable min-h-32 flex-1 overflow-hidden rounded-md border border-line bg-sunk font-mono text-xs leading-5">
        {isHeadShown && body !== null ? (
          <Suspense fallback={null}>
            <LongEditor
              readOnly
              label={w.body}
              testId="sent-body"
              inset="px-3! py-2!"
              startAt={null}
              value={body}
              onTyped={() => undefined}
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

/** The models of a lane's steps, in order. */
function modelsOf(lane: DraftLane | undefined): string[] {
  return lane ? [lane.model, ...(lane.later ?? []).map((next) => next.lane.model)] : [""];
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
  const [wanted, setStep] = useState(0);
  const steps = modelsOf(chosen === null ? undefined : lanes[chosen]);
  const step = Math.min(wanted, steps.length - 1);
  const { data, error, isFetching } = useShown(plan, chosen, step);
  const told = error instanceof Refusal ? error.failure : null;
  const messages =
    told?.kind === "plan"
      ? told.problems.map(({ message }) => begun(said(message)))
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
        onValue={(place) => {
          setChosen(Number(place));
          setStep(0);
        }}
      />
      {steps.length > 1 ? (
        <>
          <SelectField
            beside
            label={w.step}
            testId="sent-step"
            value={String(step)}
            choices={steps.map((model, at) => ({
              value: String(at),
              text: strings.chain.step(at + 1, model),
            }))}
            onValue={(at) => setStep(Number(at))}
          />
          {step > 0 ? (
            <p className="text-2xs text-faint" data-testid="sent-answers">
              {w.answers}
            </p>
          ) : null}
        </>
      ) : null}
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
      {data && !error ? <Bytes shown={data} /> : null}
      {isFetching && !data ? <p className="text-soft">{w.reading}</p> : null}
    </div>
  );
}
