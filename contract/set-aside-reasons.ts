/**
 * Why the site itself sets a vote aside; the words have a sentence for each. What admins write for
 * theirs is shown as it is.
 */
export type OwnReason = "address.unproven";
