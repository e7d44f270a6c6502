/** Every run, newest first, narrowed by a search. */

import { useCallback, useDeferredValue, useRef } from "react";
import { Refusal, type SearchError, type SearchHit } from "../backend/backend";
import { MetricPicker } from "../run/numbers/MetricPicker";
import { archive as w } from "../strings/history";
import { failureWords, strings } from "../strings/strings";
import { Button, Empty } from "../ui/controls";
import { address } from "../ui/route";
import { useArchive, useFound } from "./archive";
import { FoundRows } from "./FoundRows";
import { DropArea, ImportButton } from "./Importing";
import { SearchBox } from "./SearchBox";
import { SelectionBar } from "./SelectionBar";
import { SpendPanel } from "./SpendPanel";

/** Combines the pages of an answer. An invalid search leaves only its error. */
function answered(data: ReturnType<typeof useFound>["data"]) {
  const runs: SearchHit[] = [];
  let error: SearchError | null = null;
  let total = 0;
  let more = false;
  for (const answer of data?.pages ?? []) {
    if (answer.type === "unreadable") {
      error = answer.error;
    } else {
      runs.push(...answer.page.runs);
      ({ total, more } = answer.page);
    }
  }
  return { runs, error, total, more };
}

function Nothing() {
  const { search, setSearch } = useArchive();
  if (search.trim()) {
    return (
      <Empty title={w.nothing}>
        <p className="text-soft">
          {w.nothingHint} <code className="font-mono break-all text-ink">{search}</code>
        </p>
        <Button data-testid="show-all" onClick={() => setSearch("")}>
          {w.showAll}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={strings.history.emptyTitle}>
      <p className="text-soft">{strings.history.empty}</p>
      <a
        href={address("race")}
        className="rounded-md bg-ink px-3 py-1.5 font-semibold text-panel hover:bg-soft"
      >
        {strings.history.toRace}
      </a>
    </Empty>
  );
}

function Failing({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const why = error instanceof Refusal ? failureWords(error.failure).message : null;
  return (
    <Empty title={w.failing}>
      <p className="text-soft">{why ?? strings.trouble.unexpected}</p>
      <Button onClick={onAgain}>{w.again}</Button>
    </Empty>
  );
}

export function RunList() {
  const search = useArchive((state) => state.search);
  const asked = useDeferredValue(search.trim());
  const found = useFound(asked);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const answer = answered(found.data);
  // While a filter is being typed it is not valid yet: the previous results stay visible.
  const readable = useRef(answer);
  if (!answer.error && !found.isPending) readable.current = answer;
  const { error } = answer;
  const { runs, total, more } = error ? readable.current : answer;
  const onNear = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isThere = runs.length > 0;
  const isIdle = !found.isPending && !found.isError && !error;
  return (
    <DropArea>
      <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-4 pt-2">
        <h1 className="text-lg font-semibold">{strings.history.title}</h1>
        <span className="flex-1 text-xs text-faint" aria-live="polite" data-testid="found-count">
          {isThere && !error ? (asked ? w.found(total, more) : strings.history.count(total)) : null}
        </span>
        <MetricPicker surface="history" />
        <SpendPanel />
        <ImportButton />
      </header>
      <SearchBox error={error} runs={runs} />
      <SelectionBar runs={runs} />
      {isThere ? (
        <div className="flex min-h-0 flex-1 flex-col">
          <FoundRows runs={runs} onNear={onNear} />
        </div>
      ) : null}
      {found.isPending ? <p className="p-4 text-soft">{strings.history.loading}</p> : null}
      {found.isError ? (
        <Failing error={found.error} onAgain={() => void found.refetch()} />
      ) : isIdle && !isThere ? (
        <Nothing />
      ) : null}
    </DropArea>
  );
}
