-- Read model `interview`: each learner's interview date, the questions kept for mock exams, and the forecasts of these
-- exams with their results.
create table learner_interview (
  learner_id text primary key,
  date date not null,
  learning_paths text[] not null,
  minutes_per_day integer not null,
  time_zone text not null,
  set_at timestamptz not null,
  set_on date not null, -- in that time zone
  ends_at timestamptz not null -- when the day of the interview ends in that time zone
);

-- A row doesn't count once its question was answered, or after the day of the interview.
create table learner_reserved (
  learner_id text not null,
  question_id uuid not null,
  primary key (learner_id, question_id)
);

create table learner_forecast (
  learner_id text not null,
  exam_id uuid not null,
  made_at timestamptz not null,
  question_ids uuid[] not null,
  predicted double precision not null, -- the share of correct answers
  low double precision not null,
  high double precision not null,
  tested_at timestamptz,
  correct integer,
  total integer,
  primary key (learner_id, exam_id)
);

-- There are no events of this read model yet.
insert into checkpoint (name, position)
select 'interview', max(global_position) from event having max(global_position) is not null;

-- Private calendar feeds. A token gives access to nothing but the planned days.
create table learner_calendar (
  learner_id text primary key,
  token text not null unique,
  created_at timestamptz not null default now()
);
