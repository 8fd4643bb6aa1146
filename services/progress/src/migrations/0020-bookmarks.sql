-- Questions that a learner wants to find again. Not a fact about learning: kept here alone, gone when erased.
create table learner_bookmark (
  learner_id text not null,
  question_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (learner_id, question_id)
);
