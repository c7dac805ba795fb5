-- Triggers are gone: they hide who writes a tally, and would not work once the tables are spread
-- over several machines. The statement that writes a survey writes the copies in its tally.

drop trigger surveys_copy on surveys;
drop trigger survey_tallies_copy on survey_tallies;
drop function copy_change_to_tally();
drop function copy_to_tally();

drop index surveys_published_by_category;
-- Dropping a column drops its indexes: here that of all words, and those of each category.
alter table surveys drop column search;

alter table surveys
  -- The category whose lists show the survey; null while it is not published.
  add column listed_category text
    generated always as (case when status = 'published' then category end) stored,
  -- That category stands among the words, so that one index finds both together. Nobody can search
  -- for it by mistake: of what is typed, only letters and digits count.
  add column search tsvector not null generated always as (
    to_tsvector('simple', title || ' ' || description || ' ' || question)
      || case when status = 'published' then array_to_tsvector(array['@' || category]) else '' end
  ) stored;

-- The list of all categories keeps its index of `status = 'published'`. If that said the same by
-- `listed_category`, PostgreSQL would often walk it for one category too, past all the others.
create index surveys_listed_by_category on surveys (listed_category, created_at desc, id desc)
  where listed_category is not null;
-- Surveys are searched far more often than written, so new words go right into the index instead of
-- a list that every search would have to read.
create index surveys_search on surveys using gin (search) with (fastupdate = off);

alter table survey_tallies drop column status, drop column category, add column listed_category text;
update survey_tallies as t set listed_category = s.listed_category, search = s.search
from surveys as s where s.id = t.survey_id;

-- Whole, because the admins' list of answers also has surveys that are not published.
create index tallies_by_votes on survey_tallies (votes desc, survey_id desc)
  include (listed_category);
create index tallies_by_liked on survey_tallies (liked desc, survey_id desc)
  where listed_category is not null;
create index tallies_by_votes_of_category
  on survey_tallies (listed_category, votes desc, survey_id desc)
  where listed_category is not null;
create index tallies_by_liked_of_category
  on survey_tallies (listed_category, liked desc, survey_id desc)
  where listed_category is not null;
