-- When people can vote on a survey, and who sees its results: decision 024.

alter table surveys
  -- Nobody votes before it; null: as soon as the survey is published.
  add column opens_at timestamptz(3),
  -- Nobody votes from then on; null: the survey stays open.
  add column closes_at timestamptz(3),
  -- Who sees the results: everybody, those who have voted, or everybody once it is closed.
  add column results text not null default 'voted';
alter table surveys add constraint surveys_results_check
  check (results in ('always', 'voted', 'closed'));
alter table surveys add constraint surveys_opens_before_it_closes check (opens_at < closes_at);

-- The list of those that close soon, of all categories and of one; and the records to be closed.
create index surveys_by_closing on surveys (closes_at, id) where closes_at is not null;
create index surveys_listed_by_closing on surveys (listed_category, closes_at, id)
  where listed_category is not null and closes_at is not null;

-- What the admin has read. Null in decisions from before there were these columns.
alter table survey_decisions
  add column opens_at timestamptz(3),
  add column closes_at timestamptz(3),
  add column results text;

-- Whether the record has its entry 'closed', after which no vote is entered.
alter table records add column closed boolean not null default false;
