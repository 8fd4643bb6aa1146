-- Which questions there are, as the questions service tells. Deleted ones stay: their deletion may be told twice.
create table known_question (
  question_id uuid primary key,
  version integer not null,
  deleted_at timestamptz
);
create index known_question_deleted on known_question (deleted_at) where deleted_at is not null;
