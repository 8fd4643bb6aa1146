-- Read model: a learner's attempts at coding challenges.
create table learner_challenge_attempt (
  learner_id text not null,
  attempted_at timestamptz not null,
  event_id uuid not null,
  day date not null, -- in the learner's time zone of that moment
  challenge_id text not null,
  title text not null,
  category text not null,
  difficulty text not null,
  score double precision not null,
  max_score double precision not null,
  completed boolean not null,
  time_spent double precision not null, -- seconds
  points integer not null,
  primary key (learner_id, attempted_at, event_id)
);
create index learner_challenge_attempt_day on learner_challenge_attempt (learner_id, day);

-- Read model: a learner's result in each challenge, and whether they may see its solution.
create table learner_challenge (
  learner_id text not null,
  challenge_id text not null,
  attempts integer not null,
  best double precision not null, -- share of the full score of the best completed attempt since the last reset
  opened text check (opened in ('passed', 'given-up')),
  primary key (learner_id, challenge_id)
);

-- Code sent with challenge attempts, encrypted with the learner's key: the best and the latest of each challenge.
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
-- Encrypted bytes don't compress.
alter table learner_challenge_code alter column sealed set storage external;
