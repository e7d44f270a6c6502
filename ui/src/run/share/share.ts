/** The shareable forms of a race: a picture, a table for a pull request, a link, a page that replays it. */

import type {
  LaneOfRounds,
  Photo,
  PhotoOfRounds,
  Run,
  Sample,
  Warning,
} from "../../backend/backend";
import { cell } from "../../charts/card";
import type { Sharing } from "../../charts/ShareMenu";
import { warningsFact } from "../../strings/conditions";
import { decimal, dollars, durationWithUnit, moment, UNKNOWN } from "../../strings/numbers";
import { listOf } from "../../strings/phrases";
import { doubts } from "../../strings/results";
import { strings } from "../../strings/strings";
import { middleWords } from "../finish/finishDrawing";
import { orderOf, photoRows } from "../finish/finishPicture";
import { legendOf } from "../finish/legend";
import { gapTexts, rowFigures } from "../finish/rowFigures";
import { shortNameOf } from "../names";
import { type LiveLane, type Race, roundsOf } from "../race";
import { outcomeOf } from "../track/trackGeometry";
import { drawRace, type PictureRow, type RacePicture } from "./racePicture";

const w = strings.share;

/** A finished race, with its photo and its verdict. */
export interface Shared {
  race: Race;
  run: Run;
  photo: Photo;
  over: PhotoOfRounds | null;
  notches: readonly (readonly number[])[];
  /** The time between two of them, in milliseconds; null if there are none. */
  stepMs: number | null;
  told: { headline: string; rest: string };
}

const isFailed = ({ race }: Shared, index: number, over: LaneOfRounds | null) => {
  const { sample = null } = race.lanes[index] ?? {};
  return over ? over.failed > 0 : sample !== null && outcomeOf(sample.status) === "failed";
};

function rankOf(shared: Shared, index: number): string {
  if (isFailed(shared, index, shared.over?.lanes[index] ?? null)) return strings.finish.cross;
  const { rank = null, tied = false } = shared.photo.lanes[index] ?? {};
  return rank === null ? "" : `${rank}${tied ? "=" : ""}`;
}

/** Of a prompt, in a picture: enough to recognise it. */
const MOST_OF_PROMPT = 44;

/** The first words of a text, up to the end of one of them. */
function firstWords(text: string): string {
  // A prompt may be a whole book, of which only the beginning is read.
  const line = text
    .slice(0, 4 * MOST_OF_PROMPT)
    .trim()
    .replace(/\s+/g, " ");
  if (line.length <= MOST_OF_PROMPT) return line;
  const cut = line.slice(0, MOST_OF_PROMPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST_OF_PROMPT / 2)).trimEnd()}…`;
}

/** The warnings of the answers, and of whose. */
function warningsOf({ race }: Shared): string | null {
  const rounds = Math.max(...race.lanes.map(answersOf).map(({ length }) => length));
  const carries = (lane: LiveLane, warning: Warning) =>
    answersOf(lane).filter(({ doubts }) => doubts.includes(warning)).length;
  const all = new Set(
    race.lanes.flatMap((lane) => answersOf(lane).flatMap(({ doubts }) => doubts)),
  );
  const told = [...all].map((warning) => {
    const lanes = race.lanes.filter((lane) => carries(lane, warning) > 0);
    const isEvery = race.lanes.every((lane) => carries(lane, warning) === answersOf(lane).length);
    const named = lanes.map((lane) => {
      const name = shortNameOf(lane, race.lanes);
      return rounds > 1 ? w.ofRounds(name, carries(lane, warning), answersOf(lane).length) : name;
    });
    return w.warnedIn(
      doubts[warning].tag,
      isEvery && lanes.length > 1 ? w.everyLane : listOf(named),
    );
  });
  return told.length > 0 ? warningsFact(told) : null;
}

/** What a lane answered, over all rounds. */
function answersOf({ sample, samples }: LiveLane): readonly Sample[] {
  const all = samples.length > 0 || sample === null ? samples : [sample];
  return all.filter(({ status }) => status === "ok");
}

/** The conditions on one line. */
export function factsOf(shared: Shared): string {
  const { run, race } = shared;
  const { max_tokens, prompt } = run.plan;
  const server = onlyServer(race);
  return [
    prompt.trim() === "" ? null : w.prompt(firstWords(prompt)),
    strings.lane.summary(roundsOf(run)),
    warningsOf(shared),
    max_tokens ? w.max(max_tokens) : null,
    server === null ? null : w.server(server),
    run.machine ?? null,
    run.ttft_error_ms ? w.error(decimal(run.ttft_error_ms, 2)) : null,
    moment(run.started_at).whole,
  ]
    .filter((fact) => fact !== null)
    .join(" · ");
}

const NO_COST = { raw: null };

/** Who serves a lane, if its name is that of its model. */
function serverOf(lane: LiveLane, { lanes }: Race): string {
  const isModel = shortNameOf(lane, lanes) === lane.model;
  return lane.simulated ? "" : isModel ? lane.label : lane.model;
}

/** Who serves all of the lanes, which is said once; null if they differ, or are named by their providers. */
function onlyServer(race: Race): string | null {
  const [first, ...others] = new Set(race.lanes.map((lane) => serverOf(lane, race)));
  return first && others.length === 0 && race.lanes[0]?.label === first ? first : null;
}

export function pictureOf(shared: Shared, version: string): RacePicture {
  const { race, photo, over, told } = shared;
  const rows = photoRows(race, photo, over);
  const timeOf = (index: number) => {
    const ms = photo.lanes[index]?.crossed_ms ?? null;
    return ms === null ? UNKNOWN : durationWithUnit(ms);
  };
  const costOf = (index: number) => {
    const lane = race.lanes[index];
    const { raw } = lane ? rowFigures(lane, race, over?.lanes[index] ?? null, index).cost : NO_COST;
    return raw === null ? UNKNOWN : dollars(raw * 1_000);
  };
  return {
    app: strings.app,
    version,
    clock: durationWithUnit(photo.at_ms ?? null),
    caption: over ? middleWords(over) : strings.finish.photo,
    headline: told.headline,
    rest: told.rest,
    line: photo.tokens,
    toLine: strings.finish.tokens(photo.tokens),
    heads: {
      wait: strings.finish.waitCaption,
      way: strings.finish.written,
      time: strings.finish.to(photo.tokens),
      cost: w.perThousand,
    },
    legend: legendOf(rows, photo.tokens, shared.notches.length > 0 ? shared.stepMs : null),
    rows: orderOf(race, photo).flatMap((index): PictureRow[] => {
      const [row, lane] = [rows[index], race.lanes[index]];
      if (!row || !lane) return [];
      return [
        {
          ...row,
          notches: shared.notches[index] ?? [],
          name: shortNameOf(lane, race.lanes),
          provider: onlyServer(race) === null ? serverOf(lane, race) : "",
          look: lane.look,
          wait: durationWithUnit(row.waitMs),
          rank: rankOf(shared, index),
          time: timeOf(index),
          cost: costOf(index),
          failed: isFailed(shared, index, over?.lanes[index] ?? null),
        },
      ];
    }),
    more: w.more,
    facts: factsOf(shared),
    simulated: race.lanes.some(({ simulated }) => simulated) ? strings.simulated.ribbon : null,
  };
}

/** The verdict, the rows as a table, and the conditions, for a pull request. */
export function markdownOf(shared: Shared): string {
  const { race, photo, over, told } = shared;
  const rows = orderOf(race, photo).flatMap((index) => {
    const [lane, of] = [race.lanes[index], photo.lanes[index]];
    if (!lane || !of) return [];
    const { speed, cost } = rowFigures(lane, race, over?.lanes[index] ?? null, index);
    const gap = gapTexts(of.gap_ms, over?.lanes[index] ?? null);
    const cells = [
      rankOf(shared, index),
      `${shortNameOf(lane, race.lanes)}${lane.simulated ? ` (${strings.finish.simulated})` : ""}`,
      durationWithUnit(of.first_ms ?? null),
      durationWithUnit(of.crossed_ms ?? null),
      gap ? `${gap.gap}${gap.within ? ` (${gap.within})` : ""}` : "",
      speed.text,
      cost.text,
    ];
    return [`| ${cells.map(cell).join(" | ")} |`];
  });
  const [headline, rest] = [told.headline, told.rest].map(cell);
  const heads = [...w.columns(photo.tokens)];
  return [
    `**${headline}** ${rest}`,
    "",
    `| ${heads.join(" | ")} |`,
    `| ${heads.map((_, at) => (at === 1 ? "---" : "---:")).join(" | ")} |`,
    ...rows,
    "",
    cell(`${factsOf(shared)} · ${strings.app}`),
    "",
  ].join("\n");
}

export const linkOf = ({ run }: Shared) => `paceline://history/${run.id}`;

/** A race in every shareable form. */
export function sharingOf(shared: Shared): Sharing {
  return {
    name: `race ${shared.told.headline}`,
    picture: (isWhole, version) => drawRace(pictureOf(shared, version), isWhole),
    markdown: () => markdownOf(shared),
    link: linkOf(shared),
    runs: [shared.run.id],
  };
}
