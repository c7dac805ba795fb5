import { z } from "zod";
import { ballotKinds } from "./ballot-kinds.ts";
import { text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";
import { surveyStatuses } from "./survey-status.ts";
import { ASIDE_MAX, ASIDE_REASON_MAX } from "./suspicion-limits.ts";

/**
 * What can stand out in a survey's votes; `server/surveys/suspicion/rules.ts` says when it does.
 * - `burst`: minutes with many more votes than usual
 * - `new-accounts`: an hour in which most votes came from accounts made just before
 * - `network`: many accounts that voted from one network
 * - `unverified`: an hour in which most votes came from accounts without a confirmed address
 */
const findingKinds = ["burst", "new-accounts", "network", "unverified"] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Names a finding: its kind, and its hour, its minutes or the hash of its network. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\dZ`;
const findingName = {
  kind: z.enum(findingKinds),
  key: z.string().regex(new RegExp(`^([0-9a-f]{12}|${time}(/${time})?)$`)),
};

const finding = z.object({
  ...findingName,
  /** How many votes it is about. */
  votes: z.int(),
  /** Votes in a minute, accounts in a network, or the share of votes in an hour. */
  usual: z.number(),
  /** The picture. Of a time, `at` is its beginning; of a network, its hash. */
  points: z.array(z.object({ at: z.string(), votes: z.int(), concerned: z.int() })),
});
export type Finding = z.infer<typeof finding>;

const setAside = z.object({
  id: z.uuid(),
  kind: z.enum(findingKinds),
  votes: z.int(),
  reason: z.string(),
  admin: z.string(),
  timestamp: z.string(),
  restored: z.object({ reason: z.string(), admin: z.string(), timestamp: z.string() }).nullable(),
});
export type SetAside = z.infer<typeof setAside>;

/** Without the choice: whoever decides what counts must not know whom it helps. */
const suspiciousVote = z.object({
  _id: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  timestamp: z.string(),
  /** When the account was made. */
  registered: z.string(),
  isVerified: z.boolean(),
});
export type SuspiciousVote = z.infer<typeof suspiciousVote>;

const reason = text(1, ASIDE_REASON_MAX);
const matched = z.object({ matchedCount: z.int() });

export const suspicionRoutes = {
  listStandingOut: pageRoute({
    path: "/suspicion",
    access: "votes:set-aside",
    summary: "Surveys in which something stood out at the last look, the most votes first",
    by: "count",
    item: z.object({
      surveyItemId: z.uuid(),
      title: z.string(),
      language: z.string(),
      status: z.enum(surveyStatuses),
      kinds: z.array(z.enum(findingKinds)),
      /** In the largest finding. */
      votes: z.int(),
      /** When its votes were looked at. */
      timestamp: z.string(),
    }),
  }),
  readSuspicion: route({
    method: "GET",
    path: "/suspicion/:id",
    access: "votes:set-aside",
    summary: "What stands out in a survey's votes, and what was set aside",
    price: { call: 150 },
    reply: z.object({
      title: z.string(),
      language: z.string(),
      /** Of secret ballots, what stands out is who had papers. Whoever stands out gets no further ones. */
      ballot: z.enum(ballotKinds),
      votes: z.int(),
      setAside: z.int(),
      /** How many votes were looked at. Fewer than all if they are many or old. */
      lookedAt: z.int(),
      findings: z.array(finding),
      /** The newest first. */
      groups: z.array(setAside),
    }),
  }),
  listSuspicious: pageRoute({
    path: "/suspicion/:id/votes",
    access: "votes:set-aside",
    summary: "The votes of one finding that count, newest first, page by page",
    price: { call: 150 },
    query: findingName,
    item: suspiciousVote,
  }),
  setVotesAside: route({
    method: "POST",
    path: "/suspicion/:id/setAside",
    access: "votes:set-aside",
    summary: `Set all votes of a finding aside; of more than ${ASIDE_MAX}, the newest. The reason is public`,
    price: { call: 60 },
    // Strict: a program that names single votes is refused, and does not set all of them aside.
    body: z.strictObject({ ...findingName, reason }),
    problems: ["not_found", "conflict"],
    reply: matched,
  }),
  restoreVotes: route({
    method: "POST",
    path: "/suspicion/:id/restore",
    access: "votes:set-aside",
    summary: "Count votes again that were set aside. The reason is public",
    price: { call: 60 },
    body: z.object({ setAsideId: z.uuid(), reason }),
    problems: ["not_found", "conflict"],
    reply: matched,
  }),
};
