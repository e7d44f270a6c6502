/** What a run sent beside its prompt: in one line, and its turns, attachments and tools one press away. */

import { Dialog } from "@base-ui/react/dialog";
import { MessagesSquare, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { Payload, Plan, Tool } from "../../backend/backend";
import { written } from "../../backend/exact";
import { request } from "../../strings/request";
import { Button, ICON_BUTTON } from "../../ui/controls";
import { TAKES_KEYS } from "../../ui/keyboard";
import { usePainted } from "../../ui/usePainted";
import { hasMore, isEmpty, NOTHING } from "./payload";
import { SettingLines, settingsOf } from "./SettingLines";
import { contentWords, Summary } from "./Summary";
import { ListRow, TurnList, TurnRow } from "./TurnList";

const w = request;

/** Requests that are chosen by buttons; more are chosen from a list. */
const MOST_BUTTONS = 6;

interface Asked {
  /** Whose it is, if a lane had its own, or its name in a set. */
  title: string | null;
  system: string | null | undefined;
  prompt: string;
  payload: Payload;
}

/** The requests of a plan: the shared one or those of its set, and those that lanes had of their own. */
function askedOf(plan: Plan): Asked[] {
  const { system, prompt, payload = NOTHING } = plan;
  const own = plan.lanes.flatMap((lane, place): Asked[] =>
    lane.request && !lane.muted
      ? [
          {
            title: w.ownLane(place + 1, lane.model),
            system: lane.request.system ?? system,
            prompt: lane.request.prompt ?? prompt,
            payload: lane.request.payload ?? payload,
          },
        ]
      : [],
  );
  if (plan.set?.type !== "rows") return [{ title: null, system, prompt, payload }, ...own];
  const rows = plan.set.rows.map((row) => ({
    title: row.name,
    system: row.system ?? system,
    prompt: row.prompt,
    payload: row.payload ?? payload,
  }));
  return [...rows, ...own];
}

function ToolLine({ tool }: { tool: Tool }) {
  if (!tool.function)
    return <code className="font-mono text-xs text-soft">{written(tool.own)}</code>;
  const { name, description } = tool.function;
  return (
    <p className="truncate">
      <b className="font-mono text-xs font-semibold">{name}</b>{" "}
      <span className="text-soft">{description}</span>
    </p>
  );
}

function Beside({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ListRow label={label} head={<p className="font-semibold">{label}</p>}>
      {children}
    </ListRow>
  );
}

/** Everything of one request to read: its tools and settings, then its turns, the system prompt first, the prompt last. */
function Conversation({ asked }: { asked: Asked }) {
  const { system, prompt, payload } = asked;
  const text = (role: "system" | "user", words: string) => ({
    role,
    parts: [{ content: { type: "text" as const, text: words } }],
  });
  const turns = [
    ...(system?.trim() ? [text("system", system)] : []),
    ...(payload.turns ?? []),
    ...(prompt ? [text("user", prompt)] : []),
  ];
  const tools = payload.tools ?? [];
  const settings = useMemo(() => settingsOf(payload), [payload]);
  /** What stands above the turns, and scrolls with them. */
  const above = [
    tools.length > 0 ? (
      <Beside key="tools" label={w.tabs.tools}>
        <div className="flex min-w-0 flex-col gap-0.5">
          {tools.map((tool, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tools have no other identity.
            <ToolLine key={at} tool={tool} />
          ))}
        </div>
      </Beside>
    ) : null,
    settings.length > 0 ? (
      <Beside key="settings" label={w.besideTurns}>
        <SettingLines settings={settings} />
      </Beside>
    ) : null,
  ].filter((row) => row !== null);
  return (
    <>
      <p className="text-xs text-soft">
        {[asked.title, ...contentWords(payload)].filter(Boolean).join(" · ")}
      </p>
      <TurnList
        count={above.length + turns.length}
        keyOf={(index) => index}
        row={(index) => {
          const at = index - above.length;
          const turn = turns[at];
          return turn ? <TurnRow turn={turn} number={at + 1} /> : above[index];
        }}
        className="selectable pr-3"
      />
    </>
  );
}

export function WasSent({ plan }: { plan: Plan }) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  // The sheet is drawn first, and then what fills it: both are long frames on a slow machine.
  const isFilled = usePainted(open);
  if (!hasMore(plan)) return null;
  const all = askedOf(plan);
  const asked = all[chosen] ?? all[0];
  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="min-w-0 px-1.5 text-accent"
        data-testid="was-sent"
        onClick={() => setOpen(true)}
      >
        <MessagesSquare size={12} aria-hidden="true" className="shrink-0" />
        <span className="truncate">
          {isEmpty(plan.payload) ? w.wasSent : <Summary payload={plan.payload ?? NOTHING} />}
        </span>
      </Button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup
            {...TAKES_KEYS}
            data-testid="was-sent-sheet"
            className="fixed inset-5 z-40 mx-auto flex max-w-[1100px] flex-col gap-2.5 popup p-5 max-[640px]:inset-2 max-[640px]:p-3"
          >
            <header className="flex items-center gap-3">
              <Dialog.Title className="flex-1 text-lg font-semibold">{w.wasSentTitle}</Dialog.Title>
              <Dialog.Close aria-label={w.closeSent} className={ICON_BUTTON}>
                <X size={13} aria-hidden="true" />
              </Dialog.Close>
            </header>
            {all.length > MOST_BUTTONS ? (
              <select
                aria-label={w.whichRequest}
                value={chosen}
                data-testid="which-request"
                className="h-7 max-w-full self-start rounded-md border border-line bg-sunk py-0 pr-6 pl-2 text-xs hover:border-line-strong"
                onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
              >
                {all.map(({ title }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: requests have no other identity.
                  <option key={at} value={at}>
                    {title ?? w.sharedRequest}
                  </option>
                ))}
              </select>
            ) : all.length > 1 ? (
              <div className="flex flex-wrap gap-1.5">
                {all.map(({ title }, at) => (
                  <Button
                    // biome-ignore lint/suspicious/noArrayIndexKey: requests have no other identity.
                    key={at}
                    size="small"
                    look={at === chosen ? "plain" : "quiet"}
                    aria-pressed={at === chosen}
                    onClick={() => setChosen(at)}
                  >
                    {title ?? w.sharedRequest}
                  </Button>
                ))}
              </div>
            ) : null}
            {isFilled && asked ? <Conversation key={chosen} asked={asked} /> : null}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}
