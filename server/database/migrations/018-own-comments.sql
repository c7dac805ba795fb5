-- People edit and delete their own comments, and whoever asked can answer each comment once.

alter table comments
  add column edited_at timestamptz(3),
  -- A deleted comment's text is empty, and it is hidden too: what leaves out hidden comments also
  -- leaves out these. The row stays, because reports have a key to it.
  add column deleted_at timestamptz(3),
  -- The comment that this one answers.
  add column answer_to uuid;
alter table comments add constraint comments_answer_to_fkey
  foreign key (survey_id, answer_to) references comments (survey_id, id);
-- One answer per comment; after it is deleted, another one can be written.
create unique index comments_answers on comments (survey_id, answer_to)
  where answer_to is not null and deleted_at is null;
create index comments_hidden on comments (hidden_at desc, id desc)
  where hidden_at is not null and deleted_at is null;

alter table reports
  -- The comment's words when it was reported; its author may change or delete them. Emptied when
  -- an admin closes the report.
  add column about text,
  -- A report on a survey that was sent by itself. The others came with a vote, which has the text too.
  add column separate boolean not null default false;
create index reports_separate on reports (survey_id, created_at desc, id desc) where separate;

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
  check (kind in ('published', 'unpublish', 'answer'));
