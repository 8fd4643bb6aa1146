-- Our own copy of every question version, kept from question events: grading needs nobody else.
create table answer_key (
  question_id uuid not null,
  version integer not null,
  title text not null,
  type text not null,
  difficulty text not null,
  options jsonb not null,
  explanation text not null,
  category text not null,
  learning_path text,
  section_id text,
  primary key (question_id, version)
);
