-- Finds the entries of a record that say which votes no longer count, among very many votes.
create index record_entries_texts on record_entries (survey_id, position) where text is not null;
