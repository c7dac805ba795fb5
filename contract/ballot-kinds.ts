/** Whether the surveyor and the admins see who answered what, or nobody does: docs/secret-ballot.md. */
export const ballotKinds = ["named", "secret"] as const;
export type BallotKind = (typeof ballotKinds)[number];

/**
 * How a secret survey that was published is counted: together at its closing, which may have been done;
 * or in groups meanwhile, as surveys of version 1.0 go on until they close. Those end with version 2.0.
 */
export const countings = ["groups", "closing", "counted"] as const;
export type Counting = (typeof countings)[number];
