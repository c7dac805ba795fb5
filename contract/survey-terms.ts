import { z } from "zod";
import { ballotKinds } from "./ballot-kinds.ts";
import type { FieldCode } from "./field-codes.ts";
import { resultsModes } from "./results.ts";

/** A later time is mistyped: nobody waits so long for a result. */
const YEARS_AHEAD = 5;
const AHEAD_MS = YEARS_AHEAD * 366 * 24 * 3600_000;
/** Before this site and every vote on it; and a year that no database knows is refused with it. */
const EARLIEST = Date.UTC(2000, 0);

/** As `toISOString` writes it, or with an offset. Zod's own check would weigh on the form's page. */
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

const time = z
  .string()
  .regex(isoPattern, { error: "time" satisfies FieldCode, abort: true })
  .refine((given) => Date.parse(given) >= EARLIEST, {
    error: "time.too-early" satisfies FieldCode,
    abort: true,
  })
  .refine((given) => Date.parse(given) <= Date.now() + AHEAD_MS, {
    error: "time.too-late" satisfies FieldCode,
    params: { limit: YEARS_AHEAD },
    abort: true,
  })
  .nullable();

/** When people can vote on a survey, and who sees its results. Part of what an admin approves. */
export const surveyTerms = z.object({
  /** Null: as soon as it is published. */
  opensAt: time,
  /** Null: it stays open. */
  closesAt: time,
  resultsMode: z.enum(resultsModes),
  ballot: z.enum(ballotKinds),
});
export type SurveyTerms = z.infer<typeof surveyTerms>;
/** Given terms change; the others stay. */
export type TermsChange = { [Name in keyof SurveyTerms]?: SurveyTerms[Name] | undefined };

export const inOrder = {
  path: ["closesAt"],
  error: "time.order" satisfies FieldCode,
} satisfies z.core.$ZodCustomParams;

export function closesAfterItOpens({ opensAt, closesAt }: TermsChange): boolean {
  return !opensAt || !closesAt || Date.parse(opensAt) < Date.parse(closesAt);
}

/**
 * Whether these are terms of a secret survey: its ballots are counted together, so it closes, and its
 * result shows then.
 */
export const mayBeSecret = ({ closesAt, resultsMode }: TermsChange) =>
  Boolean(closesAt) && resultsMode === "closed";

export const inTime = {
  path: ["closesAt"],
  error: "time.past" satisfies FieldCode,
} satisfies z.core.$ZodCustomParams;

/** Of a survey that is being sent: otherwise nobody could ever vote. */
export function closesLater({ closesAt }: TermsChange): boolean {
  return !closesAt || Date.parse(closesAt) > Date.now();
}
