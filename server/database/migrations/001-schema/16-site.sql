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

-- What admins have written for the landing page and the footer, in one language each. Null is what is
-- built in. Lists are replaced whole, so each stands in one column; `contract/brand.ts` bounds them.
create table site_texts (
  language text primary key,
  motto text,
  copyright text,
  faq jsonb,
  testimonials jsonb
);

-- Until when nobody can change anything, because operators work on the site: one row at most. All
-- servers read it.
create table maintenance (
  only_row boolean primary key default true check (only_row),
  read_only_until timestamptz(3) not null
);

-- One row. Votes are written by as many writers as there are slots: one on a single PostgreSQL.
-- `npm run distribute` sets it, and every server reads it again from time to time.
create table distribution (
  only_row boolean primary key default true check (only_row),
  vote_slots integer not null default 1 check (vote_slots between 1 and 1024)
);
insert into distribution default values;

-- How often something was done by one person, from one network or at one account, until the window
-- ends. Unlogged: a count costs no wait for the disk. A database that crashes forgets its counts, and
-- everybody begins anew; whoever could crash it at will would not need to guess passwords.
create unlogged table limit_counts (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index limit_counts_by_end on limit_counts (ends_at);
