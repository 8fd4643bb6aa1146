-- Practice sessions that can be continued on any device: which questions in which order, the ids of the answers to them,
-- and the missed questions that were corrected. The answers themselves are in the log.
create table learner_unfinished_session (
  learner_id text not null,
  session_id uuid not null,
  settings jsonb not null,
  question_ids uuid[] not null,
  answer_ids uuid[] not null, -- in the order of the questions
  corrected uuid[] not null,
  started_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (learner_id, session_id)
);
