import { type Dialect, dialects } from "../../backend/backend";

/** The name of a dialect for a reader. */
export const dialectName = (id: Dialect): string =>
  dialects.find((each) => each.id === id)?.title ?? id;
