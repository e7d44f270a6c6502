/** The search box: words and filters, with completion and errors in place. */

import { CircleHelp, Search, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { SearchError, SearchHit, SearchLanguage } from "../backend/backend";
import { archive as w } from "../strings/history";
import { ICON_BUTTON, IconButton } from "../ui/controls";
import { Popover } from "../ui/Popover";
import { useArchive, useLanguage, useTags } from "./archive";
import { completed, hasToken, tokenAt, withToken } from "./tokens";

export const SEARCH_ID = "history-search";
const MOST_SUGGESTED = 8;

interface Suggestion {
  text: string;
  story: string;
}

/** Values known without a request, by filter. */
const VALUES: Record<string, readonly string[]> = {
  "kind:": ["race", "sweep"],
  "status:": [
    "failed",
    "ok",
    "throttled",
    "truncated",
    "filtered",
    "refused",
    "interrupted",
    "stopped",
  ],
  "since:": ["24h", "7d", "30d", "90d", "today"],
  "until:": ["24h", "7d", "today"],
  "has:": ["notes", "tags", "votes"],
  "vote:": ["good", "bad"],
  "simulated:": ["no", "yes"],
};

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

function useSuggestions(token: string, runs: readonly SearchHit[]): Suggestion[] {
  const language = useLanguage();
  const tags = useTags();
  if (!token || token.startsWith('"')) return [];
  const written = token.replace(/^-/, "").toLowerCase();
  const minus = token.startsWith("-") ? "-" : "";
  const name = /^[a-z]+:/.exec(written)?.[0];
  if (!name) {
    const begun = language?.filters.filter(({ begins }) => begins.startsWith(written)) ?? [];
    return begun.map(({ begins, finds }) => ({ text: minus + begins, story: finds }));
  }
  const lanes = runs.flatMap(({ row }) => row.lanes);
  const values: Record<string, readonly string[]> = {
    ...VALUES,
    "tag:": tags.map(({ tag }) => tag),
    "model:": lanes.map(({ model }) => model),
    "provider:": lanes.map(({ label }) => label),
  };
  const value = written.slice(name.length).replaceAll('"', "");
  return [...new Set(values[name] ?? [])]
    .filter((known) => known.toLowerCase().includes(value) && known.toLowerCase() !== value)
    .slice(0, MOST_SUGGESTED)
    .map((known) => ({ text: minus + name + quoted(known), story: "" }));
}

function Trouble({ search, error }: { search: string; error: SearchError }) {
  const characters = [...search];
  const [before, bad, after] = [
    characters.slice(0, error.at).join(""),
    characters.slice(error.at, error.at + error.length).join(""),
    characters.slice(error.at + error.length).join(""),
  ];
  return (
    <p id={`${SEARCH_ID}-error`} role="alert" className="mt-1.5 text-xs text-bad">
      <code className="mr-2 rounded-sm bg-raised px-1 py-px font-mono break-all text-soft">
        {before}
        <mark className="bg-bad-wash text-bad underline decoration-wavy">{bad}</mark>
        {after}
      </code>
      {error.message}
    </p>
  );
}

function Help({ language, onPick }: { language: SearchLanguage; onPick: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      sideOffset={8}
      title={w.helpTitle}
      className="max-h-[70vh] w-[560px] max-w-[90vw] overflow-y-auto p-4 text-xs"
      trigger={(opens) => (
        <button {...opens} aria-label={w.help} className={ICON_BUTTON} data-testid="search-help">
          <CircleHelp size={14} aria-hidden="true" />
        </button>
      )}
    >
      <ul className="mb-3 list-disc pl-4 text-soft">
        {language.words.map((rule) => (
          <li key={rule} className="mb-0.5">
            {rule}
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[max-content_1fr] items-baseline gap-x-3 gap-y-1">
        {language.filters.map(({ example, finds }) => (
          <div key={example} className="contents">
            <dt>
              <button
                type="button"
                className="rounded-sm bg-raised px-1.5 py-px font-mono text-ink hover:bg-accent-wash"
                onClick={() => onPick(example)}
              >
                {example}
              </button>
            </dt>
            <dd className="text-soft">{finds}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

function Chips({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  return (
    <fieldset className="mt-2 flex flex-wrap gap-1.5">
      <legend className="sr-only">{w.quick}</legend>
      {w.chips.map(({ token, name }) => (
        <button
          key={token}
          type="button"
          aria-pressed={hasToken(search, token)}
          data-testid={`chip-${token}`}
          className="h-6 rounded-full border border-line px-2.5 text-xs text-soft hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-ink"
          onClick={() => onSearch(withToken(search, token))}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

interface SearchBoxProps {
  error: SearchError | null;
  runs: readonly SearchHit[];
}

export function SearchBox({ error, runs }: SearchBoxProps) {
  const { search, setSearch } = useArchive();
  const field = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(search.length);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useId();
  const language = useLanguage();
  const suggestions = useSuggestions(tokenAt(search, caret).token, runs);
  const isShown = isOpen && suggestions.length > 0;
  const type = (text: string, position: number) => {
    setSearch(text);
    setCaret(position);
    setAt(-1);
  };
  const take = (text: string) => {
    const next = completed(search, caret, text);
    type(next.search, next.caret);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
  };
  const add = (text: string) => {
    const next = withToken(search, text);
    type(next, next.length);
    field.current?.focus();
  };
  const onKey = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = suggestions[at] ?? (event.key === "Tab" ? suggestions[0] : undefined);
    if (isShown && step) {
      event.preventDefault();
      setAt((at + step + suggestions.length + 1) % (suggestions.length + 1));
    } else if (isShown && chosen && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      take(chosen.text);
    } else if (event.key === "Escape") {
      if (isShown) setOpen(false);
      else if (search) type("", 0);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-row-link]")?.focus();
    }
  };
  return (
    <section aria-label={w.search} className="relative px-4 pb-3">
      <div className="flex h-9 items-center gap-1.5 rounded-md border border-line-strong bg-sunk pr-1 pl-2.5 focus-within:border-accent">
        <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          ref={field}
          id={SEARCH_ID}
          role="combobox"
          aria-label={w.search}
          aria-expanded={isShown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-invalid={error !== null}
          aria-describedby={error ? `${SEARCH_ID}-error` : undefined}
          aria-activedescendant={isShown && at >= 0 ? `${list}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={w.placeholder}
          value={search}
          data-testid="search"
          className="min-w-0 flex-1 bg-transparent text-sm outline-none"
          onChange={({ target }) => {
            type(target.value, target.selectionStart ?? target.value.length);
            setOpen(true);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? search.length)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKey}
        />
        {search ? (
          <IconButton
            label={w.clear}
            side="bottom"
            data-testid="clear-search"
            onClick={() => {
              type("", 0);
              field.current?.focus();
            }}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
        {language ? <Help language={language} onPick={add} /> : null}
      </div>
      <div
        id={list}
        role="listbox"
        aria-label={w.suggestions}
        hidden={!isShown}
        className="popup absolute inset-x-4 top-10 z-20 max-h-72 overflow-y-auto p-1"
      >
        {isShown
          ? suggestions.map(({ text, story }, index) => (
              <div
                key={text}
                id={`${list}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                data-testid="suggestion"
                className="flex items-baseline gap-3 rounded-sm px-2 py-1 text-xs aria-selected:bg-accent-wash hover:bg-raised"
                // The field keeps the focus, so that typing can continue.
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(text);
                }}
              >
                <code className="shrink-0 font-mono text-ink">{text}</code>
                <span className="truncate text-faint">{story}</span>
              </div>
            ))
          : null}
      </div>
      {error ? <Trouble search={search} error={error} /> : null}
      <Chips search={search} onSearch={(next) => type(next, next.length)} />
    </section>
  );
}
