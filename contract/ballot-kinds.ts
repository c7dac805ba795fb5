/** Whether the surveyor and the admins see who answered what, or nobody does: docs/secret-ballot.md. */
export const ballotKinds = ["named", "secret"] as const;
export type BallotKind = (typeof ballotKinds)[number];
