-- Learners' mock interviews, encrypted with the learner's key. Not part of the log, and deleted with the account.
create table learner_mock_interview (
  learner_id text not null,
  interview_id uuid not null,
  revision integer not null,
  bytes integer not null, -- of the interview as JSON
  summary bytea not null, -- what lists show, encrypted
  sealed bytea not null, -- the interview, encrypted
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (learner_id, interview_id)
);
-- Encrypted bytes don't compress.
alter table learner_mock_interview alter column summary set storage external, alter column sealed set storage external;
