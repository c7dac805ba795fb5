import { type RawBuilder, sql } from "kysely";

/**
 * What becomes of a column when somebody downloads what is stored on them:
 * - `exported`: it is theirs and in the file
 * - `secret`: it is theirs, but whoever holds the file could pass for them, or act against others
 * - `passing`: it is theirs and gone within the hour by itself
 * - `not personal`: it says nothing about them, or is about somebody else
 */
type Treatment = "exported" | "secret" | "passing" | "not personal";

/** Who asks: their id in the product, and their address. */
export interface Owner {
  userId: string;
  email: string;
}

export interface Table {
  /** Which rows are a person's. A table without it has none. */
  rowsOf?: (owner: Owner) => RawBuilder<boolean>;
  /** Tells a person's rows apart, and is what they are sorted by; `id` unless said. */
  key?: string;
  columns: Record<string, Treatment>;
}

const byUser = ({ userId }: Owner) => sql<boolean>`user_id = ${userId}`;
const byAccount = ({ email }: Owner) =>
  sql<boolean>`"userId" = (select id from identity."user" where email = ${email})`;

/**
 * Every column of the database. A test compares this with the database itself and fails when one
 * is missing here: whoever adds a column decides in this file what becomes of it.
 */
export const tables: Record<string, Table> = {
  migrations: { columns: { name: "not personal", applied_at: "not personal" } },
  // Keyed hashes of addresses and e-mails.
  limit_counts: { columns: { key: "passing", count: "passing", ends_at: "passing" } },
  users: {
    rowsOf: ({ userId }) => sql<boolean>`id = ${userId}`,
    columns: {
      id: "exported",
      email: "exported",
      username: "exported",
      url: "exported",
      role: "exported",
      admin: "exported",
      token_version: "not personal",
      tokens_ended_at: "not personal",
      // Whoever has the address now need not be who had it then.
      former_ids: "secret",
      created_at: "exported",
      deleted_at: "exported",
      // Made of the name and the address.
      search: "not personal",
    },
  },
  // Of people who are deleted: nobody is left to ask for it.
  former_people: { columns: { address_hash: "secret", user_id: "secret" } },
  surveys: {
    rowsOf: ({ userId }) => sql<boolean>`surveyor_id = ${userId}`,
    columns: {
      id: "exported",
      title: "exported",
      description: "exported",
      category: "exported",
      question: "exported",
      status: "exported",
      entered_message: "exported",
      surveyor_id: "exported",
      created_at: "exported",
      revision: "exported",
      sent_at: "exported",
      step_key: "not personal",
      search: "not personal",
      listed_category: "not personal",
    },
  },
  survey_tallies: {
    columns: {
      survey_id: "not personal",
      yes: "not personal",
      no: "not personal",
      liked: "not personal",
      disliked: "not personal",
      votes: "not personal",
      listed_category: "not personal",
      search: "not personal",
    },
  },
  survey_decisions: {
    // What they decided as an admin, and what was decided on their surveys.
    rowsOf: ({ userId }) => sql<boolean>`(
      admin_id = ${userId} or survey_id in (select id from surveys where surveyor_id = ${userId})
    )`,
    columns: {
      survey_id: "exported",
      id: "exported",
      // Often another person.
      admin_id: "not personal",
      status: "exported",
      message: "exported",
      title: "exported",
      description: "exported",
      category: "exported",
      question: "exported",
      sent_at: "exported",
      created_at: "exported",
    },
  },
  votes: {
    rowsOf: byUser,
    key: "survey_id",
    columns: {
      survey_id: "exported",
      user_id: "exported",
      id: "exported",
      vote: "exported",
      report: "exported",
      created_at: "exported",
    },
  },
  reactions: {
    rowsOf: byUser,
    key: "survey_id",
    columns: {
      survey_id: "exported",
      user_id: "exported",
      kind: "exported",
      created_at: "exported",
    },
  },
  comments: {
    rowsOf: byUser,
    columns: {
      survey_id: "exported",
      id: "exported",
      user_id: "exported",
      text: "exported",
      created_at: "exported",
      hidden_at: "exported",
    },
  },
  reports: {
    rowsOf: byUser,
    columns: {
      survey_id: "exported",
      id: "exported",
      comment_id: "exported",
      user_id: "exported",
      text: "exported",
      created_at: "exported",
      closed_at: "exported",
    },
  },
  notices: {
    rowsOf: byUser,
    columns: {
      user_id: "exported",
      id: "exported",
      kind: "exported",
      survey_id: "exported",
      message: "exported",
      created_at: "exported",
      read_at: "exported",
    },
  },
  contact_messages: {
    rowsOf: ({ email }) => sql<boolean>`email = ${email}`,
    columns: {
      id: "exported",
      name: "exported",
      email: "exported",
      message: "exported",
      created_at: "exported",
    },
  },
  audit_log: {
    // What they did as an admin, and what was done to them.
    rowsOf: ({ userId }) => sql<boolean>`(actor_id = ${userId} or subject_id = ${userId})`,
    columns: {
      id: "exported",
      // Often another person.
      actor_id: "not personal",
      action: "exported",
      subject_kind: "exported",
      subject_id: "exported",
      survey_id: "exported",
      before: "exported",
      after: "exported",
      created_at: "exported",
    },
  },
  security_events: {
    rowsOf: byUser,
    columns: {
      id: "exported",
      user_id: "exported",
      kind: "exported",
      detail: "exported",
      address: "exported",
      device: "exported",
      // Whoever knows it could log in without being taken for a new device.
      browser: "secret",
      created_at: "exported",
    },
  },
  payments: {
    rowsOf: byUser,
    columns: {
      id: "exported",
      user_id: "exported",
      transaction_id: "exported",
      gateway: "exported",
      amount: "exported",
      currency: "exported",
      created_at: "exported",
      refunded_at: "exported",
    },
  },
  payment_attempts: {
    rowsOf: byUser,
    columns: {
      user_id: "exported",
      gateway: "exported",
      id: "exported",
      transaction_id: "exported",
      created_at: "exported",
      due_at: "not personal",
    },
  },
  sandbox_intents: {
    rowsOf: byUser,
    columns: {
      id: "exported",
      key: "not personal",
      client_secret: "secret",
      user_id: "exported",
      amount: "exported",
      currency: "exported",
      status: "exported",
      refunded: "exported",
      created_at: "exported",
    },
  },
  "identity.user": {
    rowsOf: ({ email }) => sql<boolean>`email = ${email}`,
    columns: {
      id: "exported",
      name: "exported",
      email: "exported",
      emailVerified: "exported",
      image: "exported",
      twoFactorEnabled: "exported",
      createdAt: "exported",
      updatedAt: "exported",
    },
  },
  "identity.session": {
    rowsOf: byAccount,
    columns: {
      id: "exported",
      expiresAt: "exported",
      token: "secret",
      createdAt: "exported",
      updatedAt: "exported",
      ipAddress: "exported",
      userAgent: "exported",
      userId: "exported",
      signedInAt: "exported",
      secondFactor: "exported",
    },
  },
  "identity.twoFactor": {
    rowsOf: byAccount,
    columns: {
      id: "exported",
      secret: "secret",
      backupCodes: "secret",
      userId: "exported",
      verified: "exported",
      failedVerificationCount: "exported",
      lockedUntil: "exported",
    },
  },
  "identity.passkey": {
    rowsOf: byAccount,
    columns: {
      id: "exported",
      name: "exported",
      publicKey: "exported",
      userId: "exported",
      credentialID: "exported",
      counter: "exported",
      deviceType: "exported",
      backedUp: "exported",
      transports: "exported",
      createdAt: "exported",
      aaguid: "exported",
    },
  },
  "identity.account": {
    rowsOf: byAccount,
    columns: {
      id: "exported",
      accountId: "exported",
      providerId: "exported",
      userId: "exported",
      accessToken: "secret",
      refreshToken: "secret",
      idToken: "secret",
      accessTokenExpiresAt: "exported",
      refreshTokenExpiresAt: "exported",
      scope: "exported",
      password: "secret",
      createdAt: "exported",
      updatedAt: "exported",
    },
  },
  // Links in mails and log-ins that are under way.
  "identity.verification": {
    columns: {
      id: "passing",
      identifier: "passing",
      value: "secret",
      expiresAt: "passing",
      createdAt: "passing",
      updatedAt: "passing",
    },
  },
  "identity.used_proofs": { columns: { signature: "not personal", ends_at: "not personal" } },
  "identity.jwks": {
    columns: {
      id: "not personal",
      publicKey: "not personal",
      privateKey: "not personal",
      createdAt: "not personal",
      expiresAt: "not personal",
      alg: "not personal",
      crv: "not personal",
    },
  },
};
