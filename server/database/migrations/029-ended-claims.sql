-- Whether nobody had proven the address when this person was deleted. Of people who were deleted
-- before this column existed it is not known; their votes stay.
alter table former_people add column unproven boolean not null default false;

-- Claims of an address that somebody else has proven. What they did up to that moment is withdrawn
-- survey by survey; then the row is deleted.
create table ended_claims (
  -- Who made the claim: a deleted person, or the row that is the owner's from now on.
  user_id uuid primary key,
  -- Who has proven the address.
  owner_id uuid not null,
  ended_at timestamptz(3) not null,
  -- The row without a name under which the withdrawn votes go on, once there are any.
  ghost_id uuid
);
create index ended_claims_by_owner on ended_claims (owner_id);

-- Votes of such claims are set aside by the site itself, and no admin can restore them.
alter table set_asides add column withdrawn boolean not null default false;
