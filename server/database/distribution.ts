/**
 * Where the rows of a table are once `npm run distribute` has spread the database over several
 * machines with Citus. On one PostgreSQL it changes nothing.
 * - `by survey`: on the machine that has the survey named by `column`
 * - `reference`: a full copy on every machine
 * - `coordinator`: on the coordinator, known to Citus because it has a key to a reference table
 * - `plain`: on the coordinator, unknown to Citus
 */
type Placement =
  | { kind: "by survey"; column: string; reason: string }
  | { kind: "reference" | "coordinator" | "plain"; reason: string };

const largest = "grows with every vote or visitor, and is always read with its survey";
const aboutPeople = "grows with people, and has a key to users";
const identity = "belongs to the identity provider, which knows nothing of surveys";

/** Every table of the product. A table comes after those that its keys refer to. */
export const distribution: Record<string, Placement> = {
  users: { kind: "reference", reason: "joined wherever a name is shown, on every machine" },
  surveys: { kind: "by survey", column: "id", reason: "all that belongs to a survey follows it" },
  survey_tallies: { kind: "by survey", column: "survey_id", reason: largest },
  votes: { kind: "by survey", column: "survey_id", reason: largest },
  ballot_keys: { kind: "by survey", column: "survey_id", reason: "read with its survey" },
  ballot_papers: { kind: "by survey", column: "survey_id", reason: largest },
  ballot_inbox: { kind: "by survey", column: "survey_id", reason: largest },
  ballots: { kind: "by survey", column: "survey_id", reason: largest },
  reactions: { kind: "by survey", column: "survey_id", reason: largest },
  comments: { kind: "by survey", column: "survey_id", reason: largest },
  reports: { kind: "by survey", column: "survey_id", reason: largest },
  survey_decisions: {
    kind: "by survey",
    column: "survey_id",
    reason: "written in one transaction with its survey",
  },
  records: { kind: "by survey", column: "survey_id", reason: largest },
  record_entries: { kind: "by survey", column: "survey_id", reason: largest },
  record_tiles: { kind: "by survey", column: "survey_id", reason: largest },
  record_hours: { kind: "by survey", column: "survey_id", reason: largest },
  log_surveys: {
    kind: "by survey",
    column: "survey_id",
    reason: "compared with its survey and its record",
  },
  set_asides: {
    kind: "by survey",
    column: "survey_id",
    reason: "written in one transaction with its survey's votes",
  },
  suspicion_summaries: {
    kind: "by survey",
    column: "survey_id",
    reason: "made of its survey's votes",
  },
  notices: { kind: "coordinator", reason: aboutPeople },
  surveyor_requests: { kind: "coordinator", reason: aboutPeople },
  audit_log: { kind: "coordinator", reason: aboutPeople },
  security_events: { kind: "coordinator", reason: aboutPeople },
  payments: { kind: "coordinator", reason: aboutPeople },
  payment_attempts: { kind: "coordinator", reason: aboutPeople },
  former_people: { kind: "coordinator", reason: aboutPeople },
  outbox: { kind: "plain", reason: "a few rows for a moment, and joined with nothing" },
  contact_messages: { kind: "plain", reason: "few, and joined only with names" },
  sandbox_intents: { kind: "plain", reason: "stands for another company's database" },
  limit_counts: { kind: "plain", reason: "unlogged, short-lived, and joined with nothing" },
  record_keys: { kind: "plain", reason: "a few rows in the life of a site" },
  log_head: { kind: "plain", reason: "one row, locked by whoever adds to the log" },
  log_entries: { kind: "plain", reason: "one list of the whole site, written by one at a time" },
  log_tiles: { kind: "plain", reason: "hashes of that list" },
  network_clearing: { kind: "plain", reason: "one row that a job writes" },
  distribution: { kind: "plain", reason: "one row that every server reads" },
  brand: { kind: "plain", reason: "one row at most, which every server reads" },
  site_texts: { kind: "plain", reason: "a row for each language, which every server reads" },
  maintenance: { kind: "plain", reason: "one row at most, which every server reads" },
  migrations: { kind: "plain", reason: "read when a server starts" },
  "identity.user": { kind: "plain", reason: identity },
  "identity.session": { kind: "plain", reason: identity },
  "identity.account": { kind: "plain", reason: identity },
  "identity.verification": { kind: "plain", reason: identity },
  "identity.jwks": { kind: "plain", reason: identity },
  "identity.twoFactor": { kind: "plain", reason: identity },
  "identity.passkey": { kind: "plain", reason: identity },
  "identity.used_proofs": { kind: "plain", reason: identity },
};
