import { type Choice, commitmentOf, toText } from "../../record/entries.ts";

/** A vote with its receipt, or the text of another entry. */
export type StoredEntry = { receipt: string; vote: Choice } | { text: string };

/** The text that is hashed: a vote's is its commitment. */
export function textOf(surveyId: string, entry: StoredEntry): string {
  if ("text" in entry) return entry.text;
  const commitment = commitmentOf(surveyId, entry.receipt, entry.vote);
  return toText({ kind: "vote", commitment });
}

/** The name of a survey's record. It stays even if the site's address changes. */
export function originOf(host: string, surveyId: string): string {
  return `${host}/record/${surveyId}`;
}
