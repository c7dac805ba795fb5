-- Nothing was released with records of version 1, so what was kept for them goes. A vote that was
-- written without what version 2 needs gets it, so that every vote has it. Not at random: Citus
-- changes no rows by functions that differ on each call.
update votes as v set
  receipt = coalesce(v.receipt, md5('receipt' || v.id)::uuid),
  nonce = coalesce(v.nonce, md5('nonce' || v.id)::uuid),
  text_hash = coalesce(v.text_hash, s.text_hash)
from surveys as s
where s.id = v.survey_id and (v.receipt is null or v.nonce is null or v.text_hash is null);
alter table votes alter column receipt set not null;
alter table votes alter column nonce set not null;
alter table votes alter column text_hash set not null;
alter table records drop column decided_to;
alter table records drop column question;

-- Whoever the counter of checks was to check could write to it.
drop table vote_checks;
alter table survey_tallies drop column checked;
alter table survey_tallies drop column mismatched;
