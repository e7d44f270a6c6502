/** The name of a number, with its definition on hover or click. */

import { definitionOf } from "../../strings/catalogue";
import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";

interface DefinedProps {
  /** The number's name in the document. */
  id: string;
  name: string;
}

export function Defined({ id, name }: DefinedProps) {
  const known = definitionOf(id);
  if (!known) return name;
  const absent = known.absent ? strings.definitions.absent(known.absent) : "";
  return (
    <button
      type="button"
      {...tip(`${known.name}: ${known.formula}${absent}`)}
      className="cursor-help underline decoration-dotted decoration-line-strong underline-offset-3"
    >
      {name}
    </button>
  );
}
