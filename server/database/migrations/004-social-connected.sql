-- A log-in at another site that opens an account which could be opened in another way before.
alter table security_events drop constraint security_events_kind_check;
-- Not compared with the rows that are there, so that no log-in waits: the narrower list held for them.
alter table security_events add constraint security_events_kind_check check (kind in (
  'log-in', 'log-in.new-device', 'log-in.failed', 'log-in.locked',
  'password.changed', 'password.reset',
  'two-factor.on', 'two-factor.off', 'two-factor.codes',
  'passkey.added', 'passkey.removed',
  'session.ended', 'sessions.ended', 'social.connected', 'social.disconnected',
  'token.made', 'token.ended',
  'export', 'data.download'
)) not valid;
