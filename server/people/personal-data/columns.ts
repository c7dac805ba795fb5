import { type RawBuilder, sql } from "kysely";

/**
 * What happens to a column when a person downloads their data:
 * - `exported`: it is theirs and is in the file
 * - `secret`: it is theirs, but with it the file could be used to log in as them, or against others
 * - `passing`: it is theirs, and is deleted within the hour
 * - `not personal`: it says nothing about them, or concerns somebody else
 */
type Treatment = "exported" | "secret" | "passing" | "not personal";

/** The person who asks. */
export interface Owner {
  userId: string;
  /** Of their account. Anybody can register any address, so this finds only the account itself. */
  email: string;
  /** The same address if they have proven it: what was done with it before is theirs only then. */
  provenEmail: string | null;
}

interface WithoutPeople {
  rowsOf?: undefined;
  columns: Record<string, Treatment>;
}

/** A table with personal rows. */
export interface OfPeople {
  /** Selects a person's rows. */
  rowsOf: (owner: Owner) => RawBuilder<boolean>;
  /** What becomes of them when the person is deleted: kept, they name a row of `users` without a name. */
  afterDeletion: "gone" | "kept";
  /** Identifies a row among a person's rows, and sorts them; `id` by default. */
  key?: string;
  columns: Record<string, Treatment>;
}

type Table = WithoutPeople | OfPeople;

const byUser = ({ userId }: Owner) => sql<boolean>`user_id = ${userId}`;
const byAccount = ({ email }: Owner) =>
  sql<boolean>`"userId" = (select id from identity."user" where email = ${email})`;

/** Every column of the database. A test fails for one that is missing, so each is decided on. */
export const tables: Record<string, Table> = {
  migrations: { columns: columns({ "not personal": "name applied_at" }) },
  maintenance: { columns: columns({ "not personal": "only_row read_only_until" }) },
  // Who runs the site, as its pages tell everybody.
  brand: {
    columns: columns({
      "not personal":
        "only_row name colour operator_name operator_address operator_email mark mark_file icon icon_file",
    }),
  },
  // Whom the operator quotes there, they quote to everybody.
  site_texts: {
    columns: columns({ "not personal": "language motto copyright faq testimonials" }),
  },
  distribution: { columns: columns({ "not personal": "only_row vote_slots" }) },
  // Keyed hashes of addresses and e-mails.
  limit_counts: { columns: columns({ passing: "key count ends_at" }) },
  users: {
    rowsOf: ({ userId }) => sql<boolean>`id = ${userId}`,
    afterDeletion: "kept",
    columns: columns({
      exported: "id email username url role admin created_at deleted_at locked_at language",
      // The address may have belonged to another person before.
      secret: "former_ids",
      // `search` is derived from the name and the address.
      "not personal": "token_version tokens_ended_at search",
    }),
  },
  // Concerns deleted people, who can no longer log in to ask for it.
  former_people: {
    columns: columns({ secret: "address_hash user_id papers", "not personal": "locked_at" }),
  },
  // Ids or encrypted, and gone once the mail server has taken the mail, or its reader is deleted.
  outbox: {
    columns: columns({ passing: "id kind user_id about sealed created_at due_at tries" }),
  },
  surveys: {
    rowsOf: ({ userId }) => sql<boolean>`surveyor_id = ${userId}`,
    afterDeletion: "kept",
    columns: columns({
      exported:
        "id title description category question status entered_message surveyor_id created_at revision sent_at opens_at closes_at results published_at language translations embeddable ballot",
      // What is in `translations`, as lists and searches need it.
      "not personal": "step_key search listed_category text_hash translated_into translated_text",
    }),
  },
  survey_tallies: {
    columns: columns({
      "not personal":
        "survey_id yes no liked disliked votes set_aside listed_category search opens_at closes_at",
    }),
  },
  survey_decisions: {
    // What they decided as an admin, and what was decided about their surveys.
    rowsOf: ({ userId }) => sql<boolean>`(
      admin_id = ${userId} or survey_id in (select id from surveys where surveyor_id = ${userId})
    )`,
    afterDeletion: "kept",
    columns: columns({
      exported:
        "survey_id id status message title description category question sent_at created_at opens_at closes_at results language translations ballot",
      // Often it is another person. The hash is that of the text.
      "not personal": "admin_id text_hash",
    }),
  },
  votes: {
    rowsOf: byUser,
    afterDeletion: "kept",
    key: "survey_id",
    columns: columns({
      exported:
        "survey_id user_id id vote report created_at receipt set_aside network nonce text_hash",
    }),
  },
  // That they had one. What became of it, nobody knows: no other row of ballots is anybody's.
  ballot_papers: {
    rowsOf: byUser,
    afterDeletion: "gone",
    key: "survey_id",
    columns: columns({ exported: "survey_id user_id", "not personal": "blinded_hash" }),
  },
  ballot_keys: {
    columns: columns({ "not personal": "survey_id public_key issued", secret: "private_key" }),
  },
  ballot_inbox: {
    columns: columns({
      "not personal": "survey_id receipt serial signature vote nonce text_hash hour",
    }),
  },
  ballots: {
    columns: columns({
      "not personal": "survey_id receipt serial signature vote nonce text_hash hour",
    }),
  },
  set_asides: {
    // What they did as an admin, and what was done with their votes.
    rowsOf: ({ userId }) => sql<boolean>`(
      admin_id = ${userId} or restored_by = ${userId} or (survey_id, id) in (
        select survey_id, set_aside from votes where user_id = ${userId} and set_aside is not null
      )
    )`,
    afterDeletion: "kept",
    columns: columns({
      exported: "survey_id id finding reason votes created_at restored_at restored_reason",
      // Often it is another person.
      "not personal": "admin_id restored_by",
    }),
  },
  suspicion_summaries: {
    columns: columns({ "not personal": "survey_id looked_at counted kinds votes" }),
  },
  network_clearing: { columns: columns({ "not personal": "only_row cleared_to" }) },
  // Public, and nobody's without the receipt that the voter has.
  records: {
    columns: columns({
      "not personal":
        "survey_id origin size votes read_to read_id checkpoint closed ahead_to text_hash issued issued_at",
    }),
  },
  record_entries: {
    columns: columns({ "not personal": "survey_id position receipt vote text nonce commitment" }),
  },
  record_tiles: { columns: columns({ "not personal": "survey_id level number hashes" }) },
  record_hours: { columns: columns({ "not personal": "survey_id hour yes no" }) },
  record_keys: { columns: columns({ "not personal": "public_key created_at hand_over" }) },
  log_head: {
    columns: columns({
      "not personal": "only_row origin size checkpoint published published_size timed_at asked_at",
    }),
  },
  log_entries: { columns: columns({ "not personal": "position survey_id text" }) },
  log_tiles: { columns: columns({ "not personal": "level number hashes" }) },
  log_surveys: {
    columns: columns({
      "not personal": "survey_id size opens_at closes_at results text_hash ballot_key",
    }),
  },
  reactions: {
    rowsOf: byUser,
    afterDeletion: "kept",
    key: "survey_id",
    columns: columns({ exported: "survey_id user_id kind created_at" }),
  },
  comments: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({
      exported: "survey_id id user_id text created_at hidden_at edited_at deleted_at answer_to",
    }),
  },
  reports: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({
      exported: "survey_id id comment_id user_id text created_at closed_at separate",
      // The words of the comment's author.
      "not personal": "about",
    }),
  },
  notices: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({ exported: "user_id id kind survey_id message created_at read_at" }),
  },
  surveyor_requests: {
    rowsOf: byUser,
    afterDeletion: "gone",
    columns: columns({ exported: "user_id id reason created_at" }),
  },
  contact_messages: {
    rowsOf: ({ provenEmail }) => sql<boolean>`email = ${provenEmail}`,
    afterDeletion: "gone",
    columns: columns({
      exported: "id name email message created_at answered_at",
      // It is another person.
      "not personal": "answered_by",
    }),
  },
  audit_log: {
    // What they did as an admin, and what admins did to them.
    rowsOf: ({ userId }) => sql<boolean>`(actor_id = ${userId} or subject_id = ${userId})`,
    afterDeletion: "kept",
    columns: columns({
      exported: "id action subject_kind subject_id survey_id before after created_at",
      // Often it is another person.
      "not personal": "actor_id",
    }),
  },
  security_events: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({
      exported: "id user_id kind detail address device created_at",
      // With it, another person's log-in would not look like a new device.
      secret: "browser",
    }),
  },
  payments: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({
      exported: "id user_id transaction_id gateway amount currency created_at refunded_at",
    }),
  },
  payment_attempts: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({
      exported: "user_id gateway id transaction_id created_at",
      "not personal": "due_at",
    }),
  },
  sandbox_intents: {
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: columns({
      exported: "id user_id amount currency status refunded created_at",
      secret: "client_secret",
      "not personal": "key",
    }),
  },
  "identity.user": {
    rowsOf: ({ email }) => sql<boolean>`email = ${email}`,
    afterDeletion: "gone",
    columns: columns({
      exported: "id name email emailVerified image twoFactorEnabled createdAt updatedAt",
    }),
  },
  "identity.session": {
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: columns({
      exported:
        "id expiresAt createdAt updatedAt ipAddress userAgent userId signedInAt secondFactor",
      secret: "token",
    }),
  },
  "identity.twoFactor": {
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: columns({
      exported: "id userId verified failedVerificationCount lockedUntil",
      secret: "secret backupCodes",
    }),
  },
  "identity.passkey": {
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: columns({
      exported:
        "id name publicKey userId credentialID counter deviceType backedUp transports createdAt aaguid",
    }),
  },
  "identity.account": {
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: columns({
      exported:
        "id accountId providerId userId accessTokenExpiresAt refreshTokenExpiresAt scope createdAt updatedAt",
      secret: "accessToken refreshToken idToken password",
    }),
  },
  // Links in mails, and unfinished log-ins.
  "identity.verification": {
    columns: columns({
      secret: "value",
      passing: "id identifier expiresAt createdAt updatedAt",
    }),
  },
  "identity.used_proofs": { columns: columns({ "not personal": "signature ends_at" }) },
  "identity.jwks": {
    columns: columns({ "not personal": "id publicKey privateKey createdAt expiresAt alg crv" }),
  },
};

/** Takes column names separated by spaces, grouped by treatment. */
function columns(groups: Partial<Record<Treatment, string>>): Table["columns"] {
  const treatments = Object.entries(groups) as [Treatment, string][];
  return Object.fromEntries(
    treatments.flatMap(([treatment, names]) => names.split(" ").map((name) => [name, treatment])),
  );
}
