-- When a person's access tokens last ended, so that open streams can follow within a moment:
-- each server asks for the newest endings alone, whatever the number of people and streams.
alter table users add column tokens_ended_at timestamptz(3);
create index users_tokens_ended on users (tokens_ended_at) where tokens_ended_at is not null;

-- A password reset ends the account's other reset links, which name the account as their value.
create index verification_by_value on identity.verification (value);
