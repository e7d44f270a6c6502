/** Theme colours resolved for canvas and files, which have no CSS variables. */

/** Resolves `var(--lane-0)` to its colour in the current theme. */
export function coloursNow(): (css: string) => string {
  const styles = getComputedStyle(document.documentElement);
  return (css) => {
    const name = /^var\((--[\w-]+)\)$/.exec(css)?.[1];
    return name ? styles.getPropertyValue(name).trim() || css : css;
  };
}
