-- Read model: a learner's attempts at coding challenges, as history lists them and days count them.
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

-- Read model: what each challenge has brought a learner, and whether its solution is open to them.
create table learner_challenge (
  learner_id text not null,
  challenge_id text not null,
  attempts integer not null,
  best double precision not null, -- share of the full score of the best completed attempt, since the last reset
  opened text check (opened in ('passed', 'given-up')),
  primary key (learner_id, challenge_id)
);
