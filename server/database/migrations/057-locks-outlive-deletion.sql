-- When an operator locked this person out, if they were locked when they were deleted, or if their
-- address was locked after that. Whoever registers the address again is locked too.
alter table former_people add column locked_at timestamptz(3);
