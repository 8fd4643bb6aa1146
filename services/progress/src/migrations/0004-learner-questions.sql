-- Read model: how often a learner answered each question, and how often right.
create table learner_question (
  learner_id text not null,
  question_id uuid not null,
  attempts integer not null, -- the highest attempt number, which a client may know better than our count
  answered integer not null,
  correct integer not null,
  last_answered_at timestamptz not null,
  primary key (learner_id, question_id)
) with (fillfactor = 70);
