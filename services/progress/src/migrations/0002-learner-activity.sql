-- Read model: a learner's totals and streak. One narrow row, since every answer rewrites it.
create table learner_totals (
  learner_id text primary key,
  total_questions integer not null,
  correct_answers integer not null,
  time_spent double precision not null, -- seconds
  points integer not null,
  current_streak integer not null,
  longest_streak integer not null,
  last_day date not null, -- in the learner's time zone of that moment
  last_activity_at timestamptz not null,
  time_zone text not null,
  plan_id text,
  plan_completed integer not null default 0
) with (fillfactor = 70);

-- Read model: a learner's days, from which weeks, months, plots and late streaks follow.
create table learner_day (
  learner_id text not null,
  day date not null,
  answered integer not null,
  correct integer not null,
  time_spent double precision not null,
  points integer not null,
  primary key (learner_id, day)
) with (fillfactor = 70);
