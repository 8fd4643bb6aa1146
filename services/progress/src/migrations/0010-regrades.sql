-- Read model: answers whose grade was corrected later, for notifications to learners.
create table learner_regrade (
  learner_id text not null,
  regraded_at timestamptz not null,
  event_id uuid not null,
  question_id uuid not null,
  question_version integer not null,
  answered_at timestamptz not null,
  was_correct boolean not null,
  is_correct boolean not null,
  points integer not null, -- gained, or lost if negative
  primary key (learner_id, regraded_at, event_id)
);

-- Regrades that admins requested, and their progress.
create table regrade (
  question_id uuid not null,
  question_version integer not null,
  key_version integer not null,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  after_learner text not null default '',
  answers integer not null default 0,
  learners integer not null default 0,
  points integer not null default 0,
  badges integer not null default 0,
  finished_at timestamptz,
  primary key (question_id, question_version, key_version)
);
