-- A list of some languages is found by the search vector, which has them (migration 049): decision 026.
-- So nothing reads these any more. Their indexes go with them.
alter table surveys
  drop column listed_language,
  drop column languages;
alter table survey_tallies
  drop column listed_language,
  drop column languages,
  drop column translated_into,
  drop column language,
  -- Lists by votes and likes leave out what is not open, for somebody who wants to vote.
  add column opens_at timestamptz,
  add column closes_at timestamptz;
update survey_tallies as t set opens_at = s.opens_at, closes_at = s.closes_at
from surveys as s where s.id = t.survey_id and (s.opens_at is not null or s.closes_at is not null);
