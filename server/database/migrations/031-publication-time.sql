-- When a survey was published first: lists, feeds and pages go by it (decision 024). Null while it
-- has never been published, and in rows of a version without this column; the server fills those
-- from the decisions, a few at a time, and lists take the day of sending until then.
alter table surveys add column published_at timestamptz(3);
create index surveys_by_publication
  on surveys (coalesce(published_at, created_at) desc, id desc) where status = 'published';
create index surveys_listed_by_publication
  on surveys (listed_category, coalesce(published_at, created_at) desc, id desc)
  where listed_category is not null;
create index surveys_without_publication on surveys (id)
  where status = 'published' and published_at is null;

-- Those that close soonest, and after them those without an end: theirs counts as the last moment
-- that a cursor can have.
create index surveys_by_end
  on surveys (coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where status = 'published';
create index surveys_listed_by_end
  on surveys (listed_category, coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where listed_category is not null;
