-- The track that an interview plan follows.
alter table learner_interview
  add column track_role text,
  add column track_level text;

-- When a learner finished rating a mock interview; the rest of it is encrypted.
alter table learner_mock_interview add column finished_at timestamptz;

-- How long learners take compared with the content's estimates: medians of a sample, measured from time to time.
create table population_pace (
  kind text primary key,
  factor double precision not null,
  times integer not null,
  measured_at timestamptz not null default now()
);
