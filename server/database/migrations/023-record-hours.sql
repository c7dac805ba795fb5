-- How a survey's result grew. The publisher adds to it when it enters votes in the record, so the
-- sums are never counted again, and a vote's own path writes nothing here.
set local citus.enable_ddl_propagation = off;
create table record_hours (
  survey_id uuid not null references surveys (id),
  -- Its beginning, in UTC.
  hour timestamptz(3) not null,
  -- Votes of this hour that are in the record and count.
  yes integer not null,
  no integer not null,
  primary key (survey_id, hour)
);
set local citus.enable_ddl_propagation = on;

-- Votes that are in records already.
insert into record_hours (survey_id, hour, yes, no)
select v.survey_id, date_trunc('hour', v.created_at, 'UTC'),
  count(*) filter (where v.vote = 'yes'), count(*) filter (where v.vote = 'no')
from votes as v join record_entries as e on e.survey_id = v.survey_id and e.receipt = v.receipt
group by 1, 2;
