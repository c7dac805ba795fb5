-- Whether other sites may show the survey in a frame. Its surveyor can switch that off at any time.
alter table surveys add column embeddable boolean not null default true;
