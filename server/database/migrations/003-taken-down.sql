-- Whether the log says of a survey that it was taken down.
alter table log_surveys add column taken_down boolean not null default false;
