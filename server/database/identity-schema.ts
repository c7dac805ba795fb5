import type { Generated } from "kysely";

/** The tables of the identity provider, in a schema of their own. */
export interface IdentitySchema {
  "identity.user": {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    twoFactorEnabled: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  "identity.session": {
    id: string;
    userId: string;
    token: string;
    expiresAt: Date;
    createdAt: Generated<Date>;
    updatedAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    signedInAt: Generated<Date>;
    secondFactor: Generated<boolean>;
  };
  "identity.account": {
    id: string;
    userId: string;
    providerId: string;
    accountId: string;
    password: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  "identity.verification": {
    id: Generated<string>;
    identifier: string;
    value: string;
    expiresAt: Date;
  };
  "identity.twoFactor": {
    id: Generated<string>;
    userId: string;
    secret: string;
    backupCodes: string;
    verified: Generated<boolean>;
    failedVerificationCount: Generated<number>;
    lockedUntil: Date | null;
  };
  "identity.passkey": {
    id: Generated<string>;
    userId: string;
    name: string | null;
    publicKey: string;
    credentialID: string;
    counter: number;
    deviceType: string;
    backedUp: boolean;
    transports: string | null;
    aaguid: string | null;
    createdAt: Date | null;
  };
  "identity.used_proofs": {
    signature: string;
    ends_at: Date;
  };
}
