-- When a learner first read the lesson of a step: a table of the read model `paths`.
create table learner_lesson (
  learner_id text not null,
  path_id text not null,
  step_id text not null,
  read_at timestamptz not null,
  seconds integer, -- that it was open
  primary key (learner_id, path_id, step_id)
);

-- What a learner prefers to practice; null if the message was from before it was sent.
alter table learner_time_zone
  add column daily_goal integer,
  add column learning_path text,
  add column topics text[];
