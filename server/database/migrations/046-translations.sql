-- Title, description and question in further languages, as the record hashes them: the netstrings of
-- docs/public-record.md, in the order of their languages. Empty if there are none. As text, so that
-- the database itself hashes all that people are asked (decision 027).
alter table surveys add column translations text not null default '';
alter table survey_decisions add column translations text not null default '';

-- The same hash as before where there are no translations. An expression can't be changed before
-- PostgreSQL 17, so the column is written anew.
alter table surveys drop column text_hash;
alter table surveys add column text_hash bytea not null generated always as (sha256(replace(
  E'survey-record/v2 text\n3:und,'
    || octet_length(title)::text || ':' || title || ','
    || octet_length(description)::text || ':' || description || ','
    || octet_length(question)::text || ':' || question || ','
    || translations, '\', '\\')::bytea)) stored;
alter table survey_decisions drop column text_hash;
alter table survey_decisions add column text_hash bytea not null generated always as (sha256(replace(
  E'survey-record/v2 text\n3:und,'
    || octet_length(title)::text || ':' || title || ','
    || octet_length(description)::text || ':' || description || ','
    || octet_length(question)::text || ':' || question || ','
    || translations, '\', '\\')::bytea)) stored;
