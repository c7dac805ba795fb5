-- The identity provider stands apart from the product, in a schema of its own. All tables but the
-- last, and their columns, are those that better-auth 1.7 and its plugins for tokens, two-factor
-- sign-in and passkeys expect.
create schema identity;

create table identity."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "twoFactorEnabled" boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table identity.session (
  id uuid primary key default gen_random_uuid(),
  "userId" uuid not null references identity."user" (id) on delete cascade,
  token text not null unique,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  -- Ours: when the person last proved who they are, which a session that is replaced passes on...
  "signedInAt" timestamptz not null default now(),
  -- ...and whether they used a second factor, a passkey or another site's log-in.
  "secondFactor" boolean not null default false
);
create index session_by_user on identity.session ("userId");

-- A way to log in: a password, or an account on another site. What that site gives at a log-in is
-- never stored, because nothing reads it and it may open other sites.
create table identity.account (
  id uuid primary key default gen_random_uuid(),
  "userId" uuid not null references identity."user" (id) on delete cascade,
  "providerId" text not null,
  "accountId" text not null,
  password text,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  -- The same social account can't belong to two people, however many sign-ins race.
  unique ("providerId", "accountId")
);
create index account_by_user on identity.account ("userId");

-- Links in mails, and log-ins that wait for something. Of one-time tokens only hashes are stored.
create table identity.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier on identity.verification (identifier);
-- A password reset ends the account's other reset links, which name the account as their value.
create index verification_by_value on identity.verification (value);

create table identity.jwks (
  id uuid primary key default gen_random_uuid(),
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  alg text,
  crv text
);

create table identity."twoFactor" (
  id uuid primary key default gen_random_uuid(),
  "userId" uuid not null unique references identity."user" (id) on delete cascade,
  -- Encrypted by the provider, as are the recovery codes.
  secret text not null,
  "backupCodes" text not null,
  verified boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz
);

create table identity.passkey (
  id uuid primary key default gen_random_uuid(),
  "userId" uuid not null references identity."user" (id) on delete cascade,
  name text,
  "publicKey" text not null,
  "credentialID" text not null unique,
  counter integer not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  aaguid text,
  "createdAt" timestamptz
);
create index passkey_by_user on identity.passkey ("userId");

-- Ours: proofs of work that came with a registration, until they expire. Each counts once, on any
-- server.
create table identity.used_proofs (
  signature text primary key,
  ends_at timestamptz not null
);
create index used_proofs_ends_at on identity.used_proofs (ends_at);
