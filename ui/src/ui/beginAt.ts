/** Sets the focus when a link leads to a field. */

import { type RefObject, useEffect, useRef } from "react";
import { useRoute } from "./route";

/** The ref of a field that is focused if the address names it, as in `#/providers/openai?at=key`. */
export function useBeginAt(name: string): RefObject<HTMLInputElement | null> {
  const { at } = useRoute();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (at === name) field.current?.focus();
  }, [at, name]);
  return field;
}
