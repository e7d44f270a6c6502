/** Shows the first answer that failed, which may be below the fold. */
export function showFailures(): void {
  const card = document.querySelector<HTMLElement>("article[data-failed]");
  card?.scrollIntoView({ block: "nearest" });
  card?.focus({ preventScroll: true });
}
