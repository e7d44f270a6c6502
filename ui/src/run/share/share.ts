/** The shareable forms of a race: a picture, a table for a pull request, a link, a page that replays it. */

import type { LaneOfRounds, Photo, PhotoOfRounds, Run } from "../../backend/backend";
import { cell } from "../../charts/card";
import type { Sharing } from "../../charts/ShareMenu";
import { decimal, durationWithUnit, moment, plural, UNKNOWN } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { orderOf, photoRows } from "../finish/finishPicture";
import { gapTexts, rowFigures } from "../finish/rowFigures";
import { shortNameOf } from "../names";
import { type Race, roundsOf } from "../race";
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

/** The conditions on one line. */
export function factsOf({ run }: Shared): string {
  const { max_tokens } = run.plan;
  return [
    plural(roundsOf(run), "round"),
    max_tokens ? w.max(max_tokens) : null,
    run.machine ?? null,
    run.ttft_error_ms ? w.error(decimal(run.ttft_error_ms, 2)) : null,
    moment(run.started_at).whole,
  ]
    .filter((fact) => fact !== null)
    .join(" · ");
}

export function pictureOf(shared: Shared): RacePicture {
  const { race, photo, over, told } = shared;
  const rows = photoRows(race, photo, over);
  const timeOf = (index: number) => {
    const ms = photo.lanes[index]?.crossed_ms ?? null;
    return ms === null ? UNKNOWN : durationWithUnit(ms);
  };
  return {
    app: strings.app,
    clock: durationWithUnit(photo.at_ms ?? null),
    headline: told.headline,
    rest: told.rest,
    line: photo.tokens,
    toLine: strings.finish.tokens(photo.tokens),
    rows: orderOf(race, photo).flatMap((index): PictureRow[] => {
      const [row, lane] = [rows[index], race.lanes[index]];
      if (!row || !lane) return [];
      return [
        {
          ...row,
          notches: shared.notches[index] ?? [],
          name: shortNameOf(lane, race.lanes),
          look: lane.look,
          rank: rankOf(shared, index),
          time: timeOf(index),
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
    const gap = of.rank === 1 ? null : gapTexts(of.gap_ms, over?.lanes[index] ?? null);
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
    picture: (isWhole) => drawRace(pictureOf(shared), isWhole),
    markdown: () => markdownOf(shared),
    link: linkOf(shared),
    runs: [shared.run.id],
  };
}
