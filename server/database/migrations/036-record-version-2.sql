-- Version 2 of the public record: docs/public-record.md, decision 031.

-- The hash of what people are asked, as `hashTexts` of `record/entries.ts` computes it. Computed by
-- the database, so that no statement can forget it, neither of this version nor of the one before.
-- A cast to bytea takes the bytes as they are, except that two backslashes mean one; `convert_to` may
-- not be used here, because conversions can be changed.
alter table surveys add column text_hash bytea not null generated always as (sha256(replace(
  E'survey-record/v2 text\n3:und,'
    || octet_length(title)::text || ':' || title || ','
    || octet_length(description)::text || ':' || description || ','
    || octet_length(question)::text || ':' || question || ',', '\', '\\')::bytea)) stored;
alter table survey_decisions add column text_hash bytea not null generated always as (sha256(replace(
  E'survey-record/v2 text\n3:und,'
    || octet_length(title)::text || ':' || title || ','
    || octet_length(description)::text || ':' || description || ','
    || octet_length(question)::text || ':' || question || ',', '\', '\\')::bytea)) stored;

alter table votes
  -- 128 random bits that the voter's browser has made. Null in votes of the version before.
  add column nonce uuid,
  -- Of the text that was answered. Null in votes of the version before.
  add column text_hash bytea;

-- The text that the last votes of the record have answered. Null while it is of version 1.
alter table records add column text_hash bytea;

alter table record_entries
  -- Of a vote of version 2.
  add column nonce uuid,
  -- Of a vote: what its entry says. Null in entries of the version before.
  add column commitment bytea;
-- Servers of the version before, which know nothing of texts and nonces, can't enter votes any more.
-- Those of this version do it. Entries that are there already stay as they are.
alter table record_entries add constraint record_entries_have_commitments
  check (receipt is null or commitment is not null) not valid;
