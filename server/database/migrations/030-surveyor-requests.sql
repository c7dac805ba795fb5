-- People who ask to become surveyors. A row is gone once it is decided or withdrawn: the decision
-- stands in the audit log, and the person has a notice of it.
create table surveyor_requests (
  -- One open request per person.
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  reason text not null,
  created_at timestamptz(3) not null default now()
);
create index surveyor_requests_by_time on surveyor_requests (created_at, id);

-- Notices about a person's role concern no survey. The released version joins notices with their
-- surveys, so it does not list these.
alter table notices alter column survey_id drop not null;
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (
  (survey_id is null) =
    (kind in ('surveyor', 'not-surveyor', 'admin', 'not-admin', 'not-pro', 'declined'))
  and (survey_id is not null) =
    (kind in ('published', 'unpublish', 'answer', 'set-aside', 'restored'))
);

-- The audit log by person. An admin may have done a great deal, so also by what they did; little is
-- done to each person.
create index audit_by_actor_time on audit_log (actor_id, created_at desc, id desc);
create index audit_by_actor_action on audit_log (actor_id, action, created_at desc, id desc);
create index audit_by_subject_time on audit_log (subject_id, created_at desc, id desc);
