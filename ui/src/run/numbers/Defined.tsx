/** The name of a number, with its definition on hover or click. */

import { definitionOf, type Numbered } from "../../strings/catalogue";
import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";

interface DefinedProps {
  /** The number's name in the document. */
  id: string;
  name: string;
}

/** A number's full name, formula, and when it is absent. */
export function definitionText({ name, formula, absent }: Numbered): string {
  return `${name}: ${formula}${absent ? strings.definitions.absent(absent) : ""}`;
}

export function Defined({ id, name }: DefinedProps) {
  const known = definitionOf(id);
  if (!known) return name;
  return (
    <button
      type="button"
      {...tip(definitionText(known))}
      className="cursor-help underline decoration-dotted decoration-line-strong underline-offset-3"
    >
      {name}
    </button>
  );
}
