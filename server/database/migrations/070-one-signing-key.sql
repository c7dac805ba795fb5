-- One key signs the records and the log. What an earlier one has signed of the log stays readable.
insert into record_keys (public_key, hand_over, created_at)
  select public_key, hand_over, created_at from log_keys on conflict do nothing;
drop table log_keys;
