import * as t from "#words/tally";
import * as say from "../../../../words/say-result.ts";

export type WhoAnswered = say.WhoAnswered;

export const sayWhoAnswered = (answered: WhoAnswered) => say.sayWhoAnswered(t, answered);

/** A result as plain text, before the bars are there. */
export const saySums = ({ yes, no }: WhoAnswered["results"]): string => t.sums({ yes, no });
