-- Until when nobody can change anything, because operators work on the site. All servers read it.
create table maintenance (
  only_row boolean primary key default true check (only_row),
  read_only_until timestamptz(3) not null
);

-- When an operator locked this person out; null for everybody else.
alter table users add column locked_at timestamptz(3);
