/** What the judge of a race says: whether its word is used, what it says of each two lanes, and every verdict with its reason. */

import type { JudgedLanes, JudgeVote, Run } from "../../backend/backend";
import { pValue } from "../../strings/numbers";
import { faults, statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { LaneBadge } from "../../ui/controls";
import { RawText } from "../lanes/RawText";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { agreementInWords, askedInWords, remarksInWords, wordInWords } from "./judged";

const w = strings.judge;

type NameOf = (lane: number) => string;

function Pair({ pair, race, nameOf }: { pair: JudgedLanes; race: Race; nameOf: NameOf }) {
  const [first, second] = [race.lanes[pair.first], race.lanes[pair.second]];
  const rounds = w.split(pair.pairs, pair.only_first, pair.only_second, pValue(pair.p));
  return (
    <li className="py-1">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        {first ? <LaneBadge look={first.look} /> : null}
        {second ? <LaneBadge look={second.look} /> : null}
        {pair.differs
          ? w.prefers(nameOf(pair.first), nameOf(pair.second))
          : w.pairTitle(nameOf(pair.first), nameOf(pair.second))}
      </span>
      <p className="selectable text-soft">{rounds}</p>
    </li>
  );
}

function Vote({ vote, nameOf }: { vote: JudgeVote; nameOf: NameOf }) {
  const { round, first, second, choice = null, text, status, error } = vote;
  const failure = error ? faults[error.class] : statuses[status];
  return (
    <details className="border-b border-line py-1 last:border-0">
      <summary className="cursor-pointer">
        <span className="text-faint">{w.round(round + 1)}</span>{" "}
        {w.order(nameOf(first), nameOf(second))}
        {": "}
        <b className={choice === null ? "font-normal text-warn" : "font-semibold"}>
          {choice === null ? w.noVerdict : w.choices[choice]}
        </b>
      </summary>
      {status === "ok" ? null : <p className="text-warn">{failure}</p>}
      {error ? <p className="selectable text-soft">{error.message}</p> : null}
      {text ? <RawText text={text} className="selectable mt-1 text-soft" /> : null}
    </details>
  );
}

interface JudgeViewProps {
  race: Race;
  run: Run;
  /** Whether it stands in a page that scrolls, in which it is as high as its text. */
  inPage?: boolean;
}

export function JudgeView({ race, run, inPage = false }: JudgeViewProps) {
  const judgement = run.judgement ?? null;
  const found = judgement?.findings ?? null;
  if (!judgement || !found) return null;
  const nameOf: NameOf = (lane) => {
    const of = race.lanes[lane];
    return of ? shortNameOf(of, race.lanes) : "";
  };
  const isUsed = found.word === "used";
  return (
    <section
      aria-label={w.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid="judge-view"
      className={`border-t border-line bg-panel px-3.5 py-3 text-xs -outline-offset-2 ${inPage ? "shrink-0 overflow-x-auto" : "min-h-0 flex-1 overflow-auto"}`}
    >
      <p className="selectable text-soft">{askedInWords(judgement, found)}</p>
      <p className="selectable mt-1">{agreementInWords(found)}</p>
      <p
        data-testid="judge-word"
        className={`selectable mt-1 font-semibold ${isUsed ? "" : "text-warn"}`}
      >
        {wordInWords(found)}
      </p>
      {isUsed ? (
        <ul className="mt-2" data-testid="judged-lanes">
          {found.lanes.map((pair) => (
            <Pair key={`${pair.first} ${pair.second}`} pair={pair} race={race} nameOf={nameOf} />
          ))}
        </ul>
      ) : null}
      <ul className="selectable mt-2 text-soft">
        {remarksInWords(run, judgement, found).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      <h2 className="mt-3 font-semibold">{w.votes}</h2>
      <div data-testid="judge-votes">
        {judgement.votes.map((vote) => (
          <Vote key={`${vote.round} ${vote.first} ${vote.second}`} vote={vote} nameOf={nameOf} />
        ))}
      </div>
    </section>
  );
}
