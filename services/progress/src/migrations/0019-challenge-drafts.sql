-- What a learner is writing in each challenge, encrypted with the learner's key. Not part of the log, and deleted with
-- the account.
create table learner_challenge_draft (
  learner_id text not null,
  challenge_id text not null,
  revision integer not null,
  bytes integer not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (learner_id, challenge_id)
);
-- Encrypted bytes don't compress.
alter table learner_challenge_draft alter column sealed set storage external;
