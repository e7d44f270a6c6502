/** The History screen: every run, or the one that is open. */

import { RunDetail } from "./RunDetail";
import { RunList } from "./RunList";

export function HistoryScreen({ id }: { id: string | null }) {
  return id ? <RunDetail key={id} id={id} /> : <RunList />;
}
