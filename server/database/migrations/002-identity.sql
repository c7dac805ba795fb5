-- The identity provider stands apart from the product, in a schema of its own. The first five
-- tables and their columns are the ones that better-auth 1.7 expects.
create schema identity;

create table identity."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table identity.session (
  id uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references identity."user" (id) on delete cascade
);
create index session_by_user on identity.session ("userId");

create table identity.account (
  id uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references identity."user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  -- The same social account can't belong to two people, however many sign-ins race.
  unique ("providerId", "accountId")
);
create index account_by_user on identity.account ("userId");

create table identity.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier on identity.verification (identifier);

create table identity.jwks (
  id uuid primary key default gen_random_uuid(),
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  alg text,
  crv text
);

-- How often something was tried from one address, or on one account, until the window ends.
create table identity.attempts (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempts_ends_at on identity.attempts (ends_at);
