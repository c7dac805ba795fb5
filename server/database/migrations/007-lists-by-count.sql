-- An index can't know the category of one table and the counts of another, so what lists by votes
-- and likes choose by is copied to where the counts are.

alter table survey_tallies
  add column status text,
  add column category text,
  add column search tsvector;

create function copy_to_tally() returns trigger language plpgsql as $$
begin
  select status, category, search into new.status, new.category, new.search
  from surveys where id = new.survey_id;
  return new;
end $$;

create trigger survey_tallies_copy before insert on survey_tallies
  for each row execute function copy_to_tally();

create function copy_change_to_tally() returns trigger language plpgsql as $$
begin
  update survey_tallies set status = new.status, category = new.category, search = new.search
  where survey_id = new.id;
  return null;
end $$;

create trigger surveys_copy after update on surveys for each row
  when ((old.status, old.category, old.search) is distinct from (new.status, new.category, new.search))
  execute function copy_change_to_tally();

update survey_tallies as t set status = s.status, category = s.category, search = s.search
from surveys as s where s.id = t.survey_id;

alter table survey_tallies
  alter column status set not null,
  alter column category set not null,
  alter column search set not null;

drop index tallies_by_votes;
drop index tallies_by_liked;
-- The admins' list of answers has all of them.
create index tallies_by_votes on survey_tallies (votes desc, survey_id desc) include (status);
create index tallies_by_liked on survey_tallies (liked desc, survey_id desc)
  where status = 'published';
create index tallies_by_votes_of_category on survey_tallies (category, votes desc, survey_id desc)
  where status = 'published';
create index tallies_by_liked_of_category on survey_tallies (category, liked desc, survey_id desc)
  where status = 'published';

-- Many a word is common, but not in every category.
create index surveys_search_politics on surveys using gin (search)
  where status = 'published' and category = 'politics';
create index surveys_search_social_issues on surveys using gin (search)
  where status = 'published' and category = 'social-issues';
create index surveys_search_technology on surveys using gin (search)
  where status = 'published' and category = 'technology';
create index surveys_search_entertainment on surveys using gin (search)
  where status = 'published' and category = 'entertainment';
