/** Why a form was refused, beside its fields; it disappears with the mistake. */

import { Refusal } from "../backend/backend";
import { sentences } from "../strings/phrases";
import { failureWords, strings } from "../strings/strings";
import { Prose } from "../ui/controls";
import { plainHttpHost } from "./changes";

export function Refused({ error, testId }: { error: unknown; testId: string }) {
  // Permission for plain HTTP is requested in its own dialog.
  if (!error || plainHttpHost(error) !== null) return null;
  const { message, fix } =
    error instanceof Refusal
      ? failureWords(error.failure)
      : { message: strings.trouble.unexpected, fix: String(error) };
  return (
    <p role="alert" data-testid={testId} className="selectable text-xs text-bad">
      <Prose text={sentences([message, fix])} />
    </p>
  );
}
