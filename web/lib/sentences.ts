/**
 * Texts of different places in a row, each as a sentence. Problems' titles have no full stop,
 * because they also stand alone.
 */
export function sentences(...texts: string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => (/[.!?…]["'”’)]?$/.test(text) ? text : `${text}.`))
    .join(" ");
}
