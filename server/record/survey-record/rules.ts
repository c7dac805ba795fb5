import { type Choice, toText } from "../../../record/entries.ts";

/** A vote, or the text of another entry. */
export type StoredEntry = StoredVote | { text: string };

export interface StoredVote {
  receipt: string;
  nonce: string;
  vote: Choice;
  commitment: string;
}

/** The text that is hashed: a vote's is its commitment. */
export function textOf(entry: StoredEntry): string {
  return "text" in entry ? entry.text : toText({ kind: "vote", commitment: entry.commitment });
}

/** The name of a survey's record. It stays even if the site's address changes. */
export function originOf(host: string, surveyId: string): string {
  return `${host}/record/${surveyId}`;
}
