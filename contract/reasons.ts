// Without schemas, so that pages without a form do not load Zod for it.

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
