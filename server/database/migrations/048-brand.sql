-- What admins have set of the site's name, mark, colour and operator: one row at most. Null is what
-- the settings say. Pictures stand here and not in files, so that all servers show the same ones.
create table brand (
  only_row boolean primary key default true check (only_row),
  name text check (length(name) between 1 and 40),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  operator_name text,
  operator_address text,
  operator_email text,
  mark bytea check (octet_length(mark) <= 46080),
  -- Its address below `/brand/`: a hash of the picture, its size and its type.
  mark_file text,
  icon bytea check (octet_length(icon) <= 46080),
  icon_file text
);

alter table audit_log drop constraint audit_log_subject_kind_check;
alter table audit_log add constraint audit_log_subject_kind_check
  check (subject_kind in ('user', 'survey', 'comment', 'message', 'site'));
