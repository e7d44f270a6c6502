/** Copies text to the clipboard; returns `false` if the system does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The older way, for web views that deny the clipboard to the app's own page. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr-only";
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const isCopied = document.execCommand?.("copy") ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
