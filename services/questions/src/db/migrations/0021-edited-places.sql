-- All four catalogues of places are edited alike.
alter table category add column edited_at timestamptz;
alter table topic add column edited_at timestamptz;
