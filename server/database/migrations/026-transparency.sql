-- For the page about transparency, whose numbers are counted from indexes alone.
create index decisions_by_month on survey_decisions (created_at) include (status, sent_at);

-- Results that everybody may see, now or at the end: the file of open data.
create index surveys_for_everybody on surveys (created_at desc, id desc)
  where status = 'published' and (results = 'always' or closes_at is not null);
