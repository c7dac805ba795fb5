-- A note with which the signing key before this one introduces it: docs/public-record.md.
alter table record_keys add column hand_over text;
