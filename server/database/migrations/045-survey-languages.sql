-- The language that a survey is written in: decision 086. Those that are there are English.
alter table surveys add column language text not null default 'en';
-- Its form only, as with people: a version may know more languages than the one beside it. Not valid
-- for the rows that are there, so that none of them is read.
alter table surveys add constraint surveys_language_check
  check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$') not valid;
-- What the admin has read. Null in decisions from before there was this column.
alter table survey_decisions add column language text;
-- Lists by votes and likes read one table, so the language is copied to it.
alter table survey_tallies add column language text not null default 'en';

-- Lists of some languages, in each order. The list of all categories is put together from those of
-- each, so that it needs no indexes of its own.
create index surveys_of_language_by_publication
  on surveys (language, listed_category, coalesce(published_at, created_at) desc, id desc)
  where listed_category is not null;
create index surveys_of_language_by_end
  on surveys (language, listed_category,
    coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where listed_category is not null;
create index tallies_of_language_by_votes
  on survey_tallies (language, listed_category, votes desc, survey_id desc)
  where listed_category is not null;
create index tallies_of_language_by_liked
  on survey_tallies (language, listed_category, liked desc, survey_id desc)
  where listed_category is not null;
