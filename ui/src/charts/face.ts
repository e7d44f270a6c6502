/** The window's face within a picture: where the picture is read, the face may not be installed. */

/** A rule for a style sheet that holds the face itself, read when it is first needed. */
export async function faceRule(): Promise<string> {
  const file = await import(
    "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline"
  );
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(${file.default}) format("woff2")}`;
}
