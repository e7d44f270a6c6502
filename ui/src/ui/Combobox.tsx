/** A field over a grouped list: typing filters it, arrow keys move, Enter selects. */

import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactNode } from "react";

export interface ComboboxGroup<Item> {
  /** Its heading, as Base UI expects it. */
  value: string;
  items: Item[];
}

interface ComboboxProps<Item, Group extends ComboboxGroup<Item>> {
  label: string;
  placeholder: string;
  testId: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly Group[];
  /** Shown if nothing is found. */
  nothing: string;
  /** The content of a group's heading. */
  heading: (group: Group) => ReactNode;
  keyOf: (item: Item) => string;
  /** The content of a line. */
  line: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  classes: Record<"input" | "list" | "nothing" | "group" | "heading" | "item", string>;
  /** The test id of a line; absent if nothing needs one. */
  lineTestId?: (item: Item) => string;
  /** Content between the field and the list. */
  status?: ReactNode;
  /** Content below the list, inside the scrolling area. */
  foot?: ReactNode;
}

export function Combobox<Item, Group extends ComboboxGroup<Item>>({
  query,
  onQuery,
  groups,
  classes,
  ...of
}: ComboboxProps<Item, Group>) {
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== "item-press") onQuery(value);
      }}
    >
      <Autocomplete.Input
        autoFocus
        aria-label={of.label}
        placeholder={of.placeholder}
        data-testid={of.testId}
        className={classes.input}
      />
      {of.status}
      <div className={`overflow-y-auto overscroll-contain ${classes.list}`}>
        <Autocomplete.Empty className={`text-soft empty:hidden ${classes.nothing}`}>
          {of.nothing}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items} className={classes.group}>
              <Autocomplete.GroupLabel
                className={`text-2xs font-semibold text-faint ${classes.heading}`}
              >
                {of.heading(group)}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Item) => (
                  <Autocomplete.Item
                    key={of.keyOf(item)}
                    value={item}
                    data-testid={of.lineTestId?.(item)}
                    onClick={() => of.onPick(item)}
                    className={`text-sm data-highlighted:bg-accent-wash data-highlighted:text-ink ${classes.item}`}
                  >
                    {of.line(item)}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {of.foot}
      </div>
    </Autocomplete.Root>
  );
}
