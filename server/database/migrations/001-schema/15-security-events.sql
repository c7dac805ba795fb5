-- What happened to somebody's account, for themselves and for the admins. No secret, no e-mail and
-- no whole network address stands here. Role changes and deletions stand in audit_log.
create table security_events (
  id uuid primary key,
  -- Null where nobody is known, as for a log-in with an e-mail that nobody has.
  user_id uuid references users (id),
  kind text not null check (kind in (
    'log-in', 'log-in.new-device', 'log-in.failed', 'log-in.locked',
    'password.changed', 'password.reset',
    'two-factor.on', 'two-factor.off', 'two-factor.codes',
    'passkey.added', 'passkey.removed',
    'session.ended', 'sessions.ended', 'social.disconnected',
    'token.made', 'token.ended',
    'export', 'data.download'
  )),
  -- Of an export, which file; of a social account, whose.
  detail text not null default '',
  -- The first three parts of the network address.
  address text not null,
  -- A code: `firefox/linux`.
  device text not null,
  -- Of a log-in, the random number in the browser's cookie: whether it has been here before.
  browser uuid,
  created_at timestamptz(3) not null default now()
);
create index security_events_by_user on security_events (user_id, created_at desc, id desc);
create index security_events_by_time on security_events (created_at desc, id desc);
create index security_events_by_kind on security_events (kind, created_at desc, id desc);
