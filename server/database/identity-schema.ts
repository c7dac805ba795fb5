import type { Generated } from "kysely";

/** The tables of the identity provider, in a schema of their own. */
export interface IdentitySchema {
  "identity.used_proofs": {
    signature: string;
    ends_at: Date;
  };
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
  "identity.twoFactor": {
    id: Generated<string>;
    secret: string;
    backupCodes: string;
    userId: string;
    verified: Generated<boolean>;
    failedVerificationCount: Generated<number>;
    lockedUntil: Date | null;
  };
  "identity.passkey": {
    id: Generated<string>;
    name: string | null;
    publicKey: string;
    userId: string;
    credentialID: string;
    counter: number;
    deviceType: string;
    backedUp: boolean;
    transports: string | null;
    createdAt: Date | null;
    aaguid: string | null;
  };
  "identity.session": {
    id: string;
    token: string;
    userId: string;
    expiresAt: Date;
    createdAt: Generated<Date>;
    updatedAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    signedInAt: Generated<Date>;
    secondFactor: Generated<boolean>;
  };
  "identity.verification": {
    id: Generated<string>;
    identifier: string;
    value: string;
    expiresAt: Date;
  };
  "identity.account": {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
}
