-- How much of each quota a learner has used: see QUOTAS in libs/contracts. A row is locked while something is charged.
create table learner_usage (
  learner_id text not null,
  quota text not null,
  day date not null, -- UTC, of the last charge
  today bigint not null, -- charged on that day
  total bigint not null, -- charged since the account exists
  primary key (learner_id, quota)
);

-- Code that learners sent with challenge attempts, sealed with their key: the best and the latest of each challenge.
create table learner_challenge_code (
  learner_id text not null,
  challenge_id text not null,
  event_id uuid not null, -- of the attempt
  rank double precision not null, -- the share of the full score, and 1 more for a completed challenge
  bytes integer not null,
  sealed bytea not null,
  stored_at timestamptz not null default now(),
  primary key (learner_id, challenge_id, event_id)
);
-- What is encrypted doesn't compress.
alter table learner_challenge_code alter column sealed set storage external;
