-- What lists, searches and details read, each by an index.

alter table survey_tallies add column votes integer not null generated always as (yes + no) stored;
create index tallies_by_votes on survey_tallies (votes desc, survey_id desc);
create index tallies_by_liked on survey_tallies (liked desc, survey_id desc);

create index surveys_published on surveys (created_at desc, id desc) where status = 'published';
create index surveys_published_by_category on surveys (category, created_at desc, id desc)
  where status = 'published';

-- 'simple' knows no language: surveys are written in many, and a search as you type matches
-- beginnings of words rather than their stems.
alter table surveys add column search tsvector not null
  generated always as (to_tsvector('simple', title || ' ' || description || ' ' || question)) stored;
create index surveys_search on surveys using gin (search);

create index comments_by_time on comments (survey_id, created_at desc, id desc);
