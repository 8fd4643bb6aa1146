-- Questions that a learner has bookmarked. Not part of the log, and deleted with the account.
create table learner_bookmark (
  learner_id text not null,
  question_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (learner_id, question_id)
);

-- A learner's notes on questions: personal text, so never in the log, from which nothing is deleted.
create table learner_note (
  learner_id text not null,
  question_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (learner_id, question_id)
);
