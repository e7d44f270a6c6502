/** A change of the window's language. */

import { useEffect, useRef } from "react";
import { keepDraft } from "../plan/keptDraft";
import { useRaceStore } from "../run/raceStore";
import { rememberLanguage } from "../strings/language";
import { strings } from "../strings/strings";
import { useSweepStore } from "../sweep/sweepStore";
import { preferencesKept, usePreferences } from "../ui/preferences";
import { reloadPage } from "../ui/reload";
import { note } from "../ui/toasts";

/** Loads the page anew, in the language that is chosen by now. */
async function speak(): Promise<void> {
  await preferencesKept();
  const isRunning = useRaceStore.getState().busy || useSweepStore.getState().busy;
  if (isRunning || !keepDraft()) note(strings.settings.languageLater);
  else reloadPage();
}

/**
 * Loads the window's page anew when the user has chosen another language: modules read their texts once. Not while
 * something runs, as a page that is loaded no longer hears of it; then the next start speaks the language.
 */
export function useChosenLanguage(): void {
  const language = usePreferences().data?.language;
  const before = useRef(language);
  useEffect(() => {
    if (language === undefined || language === before.current) return;
    before.current = language;
    if (rememberLanguage(language)) void speak();
  }, [language]);
}
