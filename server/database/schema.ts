import { audit } from "./tables/audit.ts";
import { ballots } from "./tables/ballots.ts";
import { comments } from "./tables/comments.ts";
import { drafts } from "./tables/drafts.ts";
import { follows } from "./tables/follows.ts";
import { identity } from "./tables/identity.ts";
import { messages } from "./tables/messages.ts";
import { notices } from "./tables/notices.ts";
import { outbox } from "./tables/outbox.ts";
import { payments } from "./tables/payments.ts";
import { people } from "./tables/people.ts";
import { reactions } from "./tables/reactions.ts";
import { record } from "./tables/record.ts";
import { reports } from "./tables/reports.ts";
import { securityEvents } from "./tables/security-events.ts";
import { site } from "./tables/site.ts";
import { siteLog } from "./tables/site-log.ts";
import { surveys } from "./tables/surveys.ts";
import type { RowsOf, Tables } from "./tables/table.ts";
import { tokens } from "./tables/tokens.ts";
import { votes } from "./tables/votes.ts";
import { webhooks } from "./tables/webhooks.ts";

// A table comes after those that its keys refer to.
const all = {
  ...people,
  ...surveys,
  ...votes,
  ...ballots,
  ...reactions,
  ...comments,
  ...reports,
  ...record,
  ...siteLog,
  ...notices,
  ...follows,
  ...drafts,
  ...messages,
  ...outbox,
  ...payments,
  ...tokens,
  ...webhooks,
  ...audit,
  ...securityEvents,
  ...site,
  ...identity,
};

/** Every table of the database, by its name. What is stored is said in `migrations/`. */
export const tables: Tables = all;

/** The same tables, for Kysely. */
export interface Schema extends RowsOf<typeof all> {}
