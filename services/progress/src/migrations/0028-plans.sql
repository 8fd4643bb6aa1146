-- Read model: plans that a learner has started. What was done in them is counted from the answers.
create table learner_plan (
  learner_id text not null,
  plan_id text not null,
  started_at timestamptz not null, -- or begun anew
  started_on date not null, -- in the learner's time zone of that moment
  pauses jsonb not null default '[]', -- of days: from, and to, which is null while it lasts
  primary key (learner_id, plan_id)
);

-- Plans that learners make for themselves.
create table own_plan (
  learner_id text not null,
  plan_id text not null,
  document jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (learner_id, plan_id)
);
