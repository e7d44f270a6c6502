/** Changes to a provider, and the queries to refetch after each. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Backend, Refusal, useBackend } from "../backend/backend";
import { askAnew } from "../backend/queries";
import { failureWords, strings } from "../strings/strings";
import { complain, note, noteWithUndo, settleComplaint } from "../ui/toasts";

/** The host that requests would reach unencrypted, if that is why a change was refused. */
export function plainHttpHost(error: unknown): string | null {
  return error instanceof Refusal && error.failure.kind === "plain_http"
    ? error.failure.host
    : null;
}

interface Ways {
  /** Restores what the change removes. */
  undo?: (asked: Backend) => Promise<unknown>;
  /** Whether the submitted form itself shows why it was refused, beside its fields. */
  toldThere?: boolean;
}

/** Runs one change and shows the outcome. */
export function useProviderChange<Result = unknown>(
  said: (result: Result) => string,
  { undo, toldThere = false }: Ways = {},
) {
  const backend = useBackend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: (asked: typeof backend) => Promise<Result>) => change(backend),
    onMutate: settleComplaint,
    onSuccess: async (result) => {
      const takeBack = async () => {
        await undo?.(backend);
        await askAnew(client);
      };
      if (undo)
        noteWithUndo(said(result), { label: strings.forget.undo, run: () => void takeBack() });
      else note(said(result));
      await askAnew(client);
    },
    onError: (error) => {
      // The submitted form itself asks for permission.
      if (toldThere || plainHttpHost(error) !== null) return;
      if (!(error instanceof Refusal)) {
        complain(strings.trouble.unexpected, String(error));
        return;
      }
      const { message, fix } = failureWords(error.failure);
      complain(message, fix);
    },
  });
}
