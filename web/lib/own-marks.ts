/** What a browser keeps of what a person has written or marked, under a key with their address. */
const kinds = ["survey-draft", "ballot", "ballot-paper", "last-survey"] as const;

/** How somebody came to the last survey, also before they logged in. */
export const CAME_FROM = "came-from";

export function markOf(kind: (typeof kinds)[number], email: string): string {
  return `${kind}:${email.toLowerCase()}`;
}

/** For somebody who has logged out: the next one on this device must not read it. */
export function forgetMarks(storage: Storage, email: string): void {
  storage.removeItem(CAME_FROM);
  const theirs = kinds.map((kind) => markOf(kind, email));
  for (const key of Object.keys(storage)) {
    if (theirs.some((mark) => key === mark || key.startsWith(`${mark}:`))) storage.removeItem(key);
  }
}
