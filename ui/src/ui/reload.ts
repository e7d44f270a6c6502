/** Loads the window's page again. */
export function reloadPage(): void {
  window.location.reload();
}
