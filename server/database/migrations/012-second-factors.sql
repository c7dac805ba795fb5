-- The first two tables and the user's column are the ones that better-auth 1.7's plugins for
-- two-factor sign-in and passkeys expect.
alter table identity."user" add column "twoFactorEnabled" boolean not null default false;

create table identity."twoFactor" (
  id uuid primary key default gen_random_uuid(),
  -- Encrypted by the provider, as are the recovery codes.
  secret text not null,
  "backupCodes" text not null,
  "userId" uuid not null unique references identity."user" (id) on delete cascade,
  verified boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz
);

create table identity.passkey (
  id uuid primary key default gen_random_uuid(),
  name text,
  "publicKey" text not null,
  "userId" uuid not null references identity."user" (id) on delete cascade,
  "credentialID" text not null unique,
  counter integer not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  "createdAt" timestamptz,
  aaguid text
);
create index passkey_by_user on identity.passkey ("userId");

-- When the person last proved who they are, which a session that is replaced passes on, and
-- whether they used a second factor, a passkey or another site's log-in.
alter table identity.session
  add column "signedInAt" timestamptz not null default now(),
  add column "secondFactor" boolean not null default false;
update identity.session set "signedInAt" = "createdAt";
