-- The language in which a person reads the site and gets mails; null if they have chosen none.
alter table users add column language text;
-- Its form only, because a version may know more languages than the one beside it. Not valid for the
-- rows that are there, which have none, so that none of them is read.
alter table users add constraint users_language_check
  check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$') not valid;
