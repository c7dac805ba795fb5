-- Triggers are gone: they hide who writes a tally, and would not work once the tables are spread
-- over several machines. The statement that writes a survey writes the copies in its tally.

drop trigger surveys_copy on surveys;
drop trigger survey_tallies_copy on survey_tallies;
drop function copy_change_to_tally();
drop function copy_to_tally();

-- The category whose lists show the survey; null while it is not published.
alter table surveys add column listed_category text
  generated always as (case when status = 'published' then category end) stored;
drop index surveys_published;
drop index surveys_published_by_category;
create index surveys_listed on surveys (created_at desc, id desc)
  where listed_category is not null;
create index surveys_listed_by_category on surveys (listed_category, created_at desc, id desc)
  where listed_category is not null;

-- PostgreSQL combines the index of all words with the one of a category.
drop index surveys_search_politics;
drop index surveys_search_social_issues;
drop index surveys_search_technology;
drop index surveys_search_entertainment;

-- One copied value instead of two. Dropping a column drops its indexes.
alter table survey_tallies drop column status, drop column category, add column listed_category text;
update survey_tallies as t set listed_category = s.listed_category
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
