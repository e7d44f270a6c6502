/** Theme colours resolved for canvas and files, which know no CSS variables. */

/** Turns `var(--lane-0)` into the colour it is in the theme that is worn now. */
export function coloursNow(): (css: string) => string {
  const styles = getComputedStyle(document.documentElement);
  return (css) => {
    const name = /^var\((--[\w-]+)\)$/.exec(css)?.[1];
    return name ? styles.getPropertyValue(name).trim() || css : css;
  };
}
