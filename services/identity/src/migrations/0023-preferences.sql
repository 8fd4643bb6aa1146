-- What a learner has chosen; without a row, the defaults.
create table learner_preferences (
  learner_uid uuid primary key references learner on delete cascade,
  preferences jsonb not null,
  updated_at timestamptz not null default now()
);
