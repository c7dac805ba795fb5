import * as t from "#words/formats";

/**
 * Texts of different places in a row, each as a sentence. Problems' titles have no full stop,
 * because they also stand alone.
 */
export function sentences(...texts: string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) =>
      /[\p{Sentence_Terminal}…]["'”’»)\u2069]*$/u.test(text) ? text : t.sentence({ text }),
    )
    .reduce((first, second) => (first ? t.inARow({ first, second }) : second), "");
}
