/**
 * What can stand out in a survey's votes; `server/suspicion/rules.ts` says when it does.
 * - `burst`: minutes with many more votes than usual
 * - `new-accounts`: an hour in which most votes came from accounts made just before
 * - `network`: many accounts that voted from one network
 * - `unverified`: an hour in which most votes came from accounts without a confirmed address
 */
export const findingKinds = ["burst", "new-accounts", "network", "unverified"] as const;
export type FindingKind = (typeof findingKinds)[number];
