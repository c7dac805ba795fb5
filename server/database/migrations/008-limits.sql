-- How often something was done by one person, from one network or at one account, until the window
-- ends. It counted log-ins alone; now it counts for every limit of the product.
--
-- Unlogged: a count costs no wait for the disk. A database that crashes forgets its counts, and
-- everybody begins anew; whoever could crash it at will would not need to guess passwords.
drop table identity.attempts;

create unlogged table limit_counts (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index limit_counts_by_end on limit_counts (ends_at);
