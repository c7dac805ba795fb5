-- Surveys that are not finished, kept for their surveyors on every device.
create table survey_drafts (
  user_id uuid not null references users (id),
  -- Chosen by the browser. A change to a survey that was sent has the id of that survey.
  id uuid not null,
  -- `surveyDraft` of contract/survey-draft.ts.
  content jsonb not null,
  -- Counts how often it was saved, so that one device does not overwrite what another has saved.
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);
