/** Whether a prefix that a provider may cache ends here, and how long it is to be kept. */

import type { CacheMark } from "../../backend/backend";
import { request } from "../../strings/request";
import { SelectField } from "./fields";

const w = request.cache;

/** Times that providers document: Anthropic's two, and OpenAI's. */
const TIMES = ["5m", "30m", "1h", "12h"];
const NONE = "none";
const USUAL = "usual";

interface CacheMarkFieldProps {
  mark: CacheMark | null | undefined;
  testId: string;
  onMark: (mark: CacheMark | null) => void;
}

export function CacheMarkField({ mark, testId, onMark }: CacheMarkFieldProps) {
  const times = [...new Set([...TIMES, ...(mark?.ttl ? [mark.ttl] : [])])];
  return (
    <SelectField
      beside
      label={w.label}
      testId={testId}
      value={mark ? (mark.ttl ?? USUAL) : NONE}
      choices={[
        { value: NONE, text: w.none },
        { value: USUAL, text: w.usual },
        ...times.map((time) => ({ value: time, text: w.time(time) })),
      ]}
      onValue={(value) => {
        if (value === NONE) onMark(null);
        else onMark(value === USUAL ? {} : { ttl: value });
      }}
    />
  );
}
