/** The name of a number, with its definition on hover or click. */

import { definitionOf, type Numbered, written } from "../../strings/catalogue";
import { commas, sentences, told } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";

interface DefinedProps {
  /** The number's name in the document. */
  id: string;
  name: string;
}

/** A number's full name, formula, and when it is absent. */
export function definitionText(known: Numbered): string {
  const { name, formula, absent } = known;
  return sentences([
    told(name, formula),
    absent ? strings.definitions.absent(absent) : null,
    bandsText(known),
  ]);
}

/** What its values feel like to a reader; empty for a metric nobody feels. */
function bandsText({ bands, unit }: Numbered): string {
  const all: readonly { below?: number; feels: string }[] = bands;
  if (all.length === 0) return "";
  const each = all.map(({ below, feels }, index) =>
    below
      ? strings.definitions.below(written(unit, below), feels)
      : strings.definitions.from(written(unit, all[index - 1]?.below), feels),
  );
  return strings.definitions.feels(commas(each));
}

export function Defined({ id, name }: DefinedProps) {
  const known = definitionOf(id);
  if (!known) return name;
  return (
    <button
      type="button"
      {...tip(definitionText(known))}
      className="cursor-help text-left underline decoration-dotted decoration-line-strong underline-offset-3"
    >
      {name}
    </button>
  );
}
