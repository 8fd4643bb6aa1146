-- Questions that a learner wants to find again. Not part of the log, and deleted with the account.
create table learner_bookmark (
  learner_id text not null,
  question_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (learner_id, question_id)
);

-- What a learner wrote beside a question: personal text, so never in the log, where nothing is deleted.
create table learner_note (
  learner_id text not null,
  question_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (learner_id, question_id)
);
