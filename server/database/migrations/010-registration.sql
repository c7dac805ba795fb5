-- Who a deleted person was, for one purpose only: somebody who registers again with the same
-- address must not vote a second time. The address itself is not kept, only a keyed hash of it.
create table former_people (
  address_hash bytea not null,
  user_id uuid not null references users (id),
  primary key (address_hash, user_id)
);

-- Filled once, when the row is made, so that the vote of somebody without a past costs nothing more.
alter table users add column former_ids uuid[] not null default '{}';

-- Proofs of work that came with a registration, until they expire: each counts once, on any server.
create table identity.used_proofs (
  signature text primary key,
  ends_at timestamptz not null
);
create index used_proofs_ends_at on identity.used_proofs (ends_at);
