/** The engine's answer to the question, and the names and colours of its parts. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import {
  type CompareQuestion,
  type CompareView,
  type ContenderSummary,
  type Exclusion,
  type LoadLevel,
  type Metric,
  type Selection,
  useBackend,
} from "../backend/backend";
import { looksOf, withLooks } from "../backend/looks";
import type { Conditions } from "../charts/Chart";
import { type Identity, identityOf } from "../charts/identity";
import { known, type Numbered, written } from "../strings/catalogue";
import { clippedApart } from "../strings/clip";
import { decimal, UNKNOWN } from "../strings/numbers";
import { clauses, commas, listOf } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { type Period, useCompareStore } from "./compareStore";

const DAY_S = 86_400;
/** A moving slider asks once it has rested this long. */
const REST_MS = 120;
/** Maximum number of characters of a name in a chart. */
const LONGEST_LABEL = 22;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

interface Wanted {
  ids: readonly string[];
  period: Period;
  search: string;
  now_s: number;
}

function selectionOf({ ids, period, search, now_s }: Wanted): Selection {
  if (ids.length > 0) return { runs: [...ids] };
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(period === null ? {} : { since_s: now_s - period * DAY_S }),
  };
}

export function useComparison(ids: readonly string[]) {
  const backend = useBackend();
  const period = useCompareStore((asked) => asked.period);
  const search = useRested(useCompareStore((asked) => asked.search));
  const question: CompareQuestion = useRested(useCompareStore((asked) => asked.question));
  // One moment for as long as the screen is open: a later one would make it a different question
  // each time.
  const [now_s] = useState(() => Math.floor(Date.now() / 1_000));
  const selection = useMemo(
    () => selectionOf({ ids, period, search, now_s }),
    [ids, period, search, now_s],
  );
  return useQuery({
    queryKey: ["compare", selection, question],
    queryFn: () =>
      withLooks(backend, backend.compare(selection, question), ({ contenders }) => [contenders]),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 30_000,
  });
}

/** A view with at least one contender, and the helpers its charts share. */
export class Drawn {
  readonly #looks: readonly Identity[];
  readonly #names: readonly string[];
  readonly #labels: readonly string[];

  constructor(readonly view: CompareView) {
    this.#looks = looksOf(view.contenders).map(identityOf);
    this.#names = view.contenders.map(({ name }) => said(name));
    this.#labels = clippedApart(this.#names, LONGEST_LABEL);
  }

  contender(place: number): ContenderSummary | undefined {
    return this.view.contenders[place];
  }

  /** Its colour and shape, which are the same everywhere. */
  look(place: number): Identity {
    return this.#looks[place] ?? identityOf(place);
  }

  name(place: number): string {
    return this.#names[place] ?? UNKNOWN;
  }

  /** Its name for limited space. */
  label(place: number): string {
    return this.#labels[place] ?? UNKNOWN;
  }

  names(places: readonly number[]): string {
    return commas(places.map((place) => this.name(place)));
  }

  get shown(): ContenderSummary[] {
    return this.view.contenders.filter(({ shown }) => shown);
  }

  /** The conditions that every chart prints below itself. */
  conditions(...more: string[]): Conditions {
    const { conditions, simulated } = this.view;
    const facts = (simulated ? conditions.slice(1) : conditions).map((fact) => said(fact));
    return { facts: [...facts, ...more], simulated };
  }
}

/** The definition of a metric. */
export function about(metric: Metric): Numbered {
  return known(metric);
}

/** A value of a metric, with its unit. */
export function textOf(metric: Metric, value: number | null | undefined): string {
  return written(about(metric).unit, value);
}

export function loadText(load: LoadLevel): string {
  const w = strings.compare;
  return load.in_flight === undefined
    ? w.perSecond(decimal((load.per1000_seconds ?? 0) / 1_000, 1))
    : w.atOnce(load.in_flight);
}

/** The contenders that the engine left out of a chart as text, for below it. */
export function excludedText(drawn: Drawn, excluded: readonly Exclusion[]): string | null {
  const leftOut = excluded.map(({ place, why }) => ({ place, why: said(why) }));
  return leftOutText(drawn, leftOut);
}

/** The list of left-out contenders as text, for below a chart. */
export function leftOutText(
  drawn: Drawn,
  leftOut: readonly { place: number; why: string }[],
): string | null {
  if (leftOut.length === 0) return null;
  // A reason shared by many is given once.
  const whys = [...new Set(leftOut.map(({ why }) => why))];
  const told = whys.map((why) => {
    const names = leftOut.filter((one) => one.why === why).map(({ place }) => drawn.label(place));
    return strings.compare.costSpeed.leftOutFor(listOf(names), why);
  });
  return strings.compare.costSpeed.leftOut(clauses(told));
}
