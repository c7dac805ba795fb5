import { type Generated, sql } from "kysely";
import { exported, notPersonal, type Owner, passing, secret, type Tables } from "./table.ts";

const placement = {
  kind: "plain",
  reason: "belongs to the identity provider, which knows nothing of surveys",
} as const;
const byAccount = ({ email }: Owner) =>
  sql<boolean>`"userId" = (select id from identity."user" where email = ${email})`;

/** The tables of the identity provider, in a schema of their own. */
export const identity = {
  "identity.user": {
    placement,
    rowsOf: ({ email }) => sql<boolean>`email = ${email}`,
    afterDeletion: "gone",
    columns: {
      id: exported<string>(),
      name: exported<string>(),
      email: exported<string>(),
      emailVerified: exported<boolean>(),
      image: exported<string | null>(),
      twoFactorEnabled: exported<Generated<boolean>>(),
      createdAt: exported<Generated<Date>>(),
      updatedAt: exported<Generated<Date>>(),
    },
  },
  "identity.session": {
    placement,
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: {
      id: exported<string>(),
      userId: exported<string>(),
      token: secret<string>(),
      expiresAt: exported<Date>(),
      createdAt: exported<Generated<Date>>(),
      updatedAt: exported<Date>(),
      ipAddress: exported<string | null>(),
      userAgent: exported<string | null>(),
      signedInAt: exported<Generated<Date>>(),
      secondFactor: exported<Generated<boolean>>(),
    },
  },
  "identity.account": {
    placement,
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: {
      id: exported<string>(),
      userId: exported<string>(),
      providerId: exported<string>(),
      accountId: exported<string>(),
      password: secret<string | null>(),
      createdAt: exported<Generated<Date>>(),
      updatedAt: exported<Generated<Date>>(),
      accessTokenExpiresAt: exported<Date | null>(),
      refreshTokenExpiresAt: exported<Date | null>(),
      scope: exported<string | null>(),
      accessToken: secret<string | null>(),
      refreshToken: secret<string | null>(),
      idToken: secret<string | null>(),
    },
  },
  // Links in mails, and unfinished log-ins.
  "identity.verification": {
    placement,
    columns: {
      id: passing<Generated<string>>(),
      identifier: passing<string>(),
      value: secret<string>(),
      expiresAt: passing<Date>(),
      createdAt: passing<Generated<Date>>(),
      updatedAt: passing<Generated<Date>>(),
    },
  },
  "identity.jwks": {
    placement,
    columns: {
      id: notPersonal<Generated<string>>(),
      publicKey: notPersonal<string>(),
      privateKey: notPersonal<string>(),
      createdAt: notPersonal<Date>(),
      expiresAt: notPersonal<Date | null>(),
      alg: notPersonal<string | null>(),
      crv: notPersonal<string | null>(),
    },
  },
  "identity.twoFactor": {
    placement,
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: {
      id: exported<Generated<string>>(),
      userId: exported<string>(),
      secret: secret<string>(),
      backupCodes: secret<string>(),
      verified: exported<Generated<boolean>>(),
      failedVerificationCount: exported<Generated<number>>(),
      lockedUntil: exported<Date | null>(),
    },
  },
  "identity.passkey": {
    placement,
    rowsOf: byAccount,
    afterDeletion: "gone",
    columns: {
      id: exported<Generated<string>>(),
      userId: exported<string>(),
      name: exported<string | null>(),
      publicKey: exported<string>(),
      credentialID: exported<string>(),
      counter: exported<number>(),
      deviceType: exported<string>(),
      backedUp: exported<boolean>(),
      transports: exported<string | null>(),
      aaguid: exported<string | null>(),
      createdAt: exported<Date | null>(),
    },
  },
  "identity.used_proofs": {
    placement,
    columns: {
      signature: notPersonal<string>(),
      ends_at: notPersonal<Date>(),
    },
  },
} satisfies Tables;
