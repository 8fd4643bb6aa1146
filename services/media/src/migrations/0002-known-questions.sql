-- Existing questions, from events of the questions service. Deleted ones stay, since their deletion may be delivered
-- twice.
create table known_question (
  question_id uuid primary key,
  version integer not null,
  deleted_at timestamptz
);
create index known_question_deleted on known_question (deleted_at) where deleted_at is not null;
