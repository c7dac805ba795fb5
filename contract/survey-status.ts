// Without schemas, so that pages without a form do not load Zod for it.

/**
 * `unpublish` is the specification's word for a survey that an admin has rejected; `withdrawn`
 * means that its surveyor took it back.
 */
export const surveyStatuses = ["pending", "published", "unpublish", "withdrawn"] as const;
export type SurveyStatus = (typeof surveyStatuses)[number];

interface StepRule {
  by: "admin" | "surveyor";
  from: readonly SurveyStatus[];
  to: SurveyStatus;
}

/** The steps of a survey: who takes each, from which statuses, and to which one. */
export const steps = {
  publish: { by: "admin", from: ["pending", "unpublish"], to: "published" },
  unpublish: { by: "admin", from: ["pending", "published"], to: "unpublish" },
  resend: { by: "surveyor", from: ["unpublish", "withdrawn"], to: "pending" },
  withdraw: { by: "surveyor", from: ["pending"], to: "withdrawn" },
} as const satisfies Record<string, StepRule>;

export type Step = keyof typeof steps;
export type StepBy<Who extends StepRule["by"]> = {
  [Name in Step]: (typeof steps)[Name]["by"] extends Who ? Name : never;
}[Step];

/** The status after a step, or null if the step is not possible from this status. */
export function nextStatus(status: SurveyStatus, step: Step): SurveyStatus | null {
  const { from, to }: StepRule = steps[step];
  return from.includes(status) ? to : null;
}

/** Enough for the reasons; a longer exchange belongs in e-mails. */
export const REJECTION_MAX = 1000;

/** Why admins reject a survey or take it down. What is none of these, they say in own words. */
export const rejectionReasons = [
  "unclear",
  "leading",
  "not-yes-no",
  "duplicate",
  "personal-data",
  "unlawful",
  "advertising",
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Why admins hide a comment or an answer. */
export const hidingReasons = ["insult", "spam", "personal-data", "unlawful", "off-topic"] as const;
export type HidingReason = (typeof hidingReasons)[number];

export type Reason = RejectionReason | HidingReason;
