-- Read model: plans that a learner has started. Progress in them is counted from the answers.
create table learner_plan (
  learner_id text not null,
  plan_id text not null,
  started_at timestamptz not null, -- the last start, after a reset
  started_on date not null, -- in the learner's time zone of that moment
  pauses jsonb not null default '[]', -- of days: `from`, and `to`, which is null while the pause lasts
  primary key (learner_id, plan_id)
);

-- Custom plans, created by learners.
create table own_plan (
  learner_id text not null,
  plan_id text not null,
  document jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (learner_id, plan_id)
);

-- Read model: how far learners have come in each plan, for admins; resets don't reduce it.
create table plan_participant (
  plan_id text not null,
  learner_id text not null,
  total_questions integer not null,
  answered integer not null,
  primary key (plan_id, learner_id)
) with (fillfactor = 70);
-- An erasure looks up a learner's rows while it blocks all answers.
create index plan_participant_learner on plan_participant (learner_id);
