-- What a learner wrote beside a question. Personal text, so never in the log, which forgets nothing.
create table learner_note (
  learner_id text not null,
  question_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (learner_id, question_id)
);
