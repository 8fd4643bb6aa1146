-- Read model: a learner's totals and streak. One narrow row, since every answer rewrites it.
create table learner_totals (
  learner_id text primary key,
  total_questions integer not null,
  correct_answers integer not null,
  time_spent double precision not null, -- seconds
  points integer not null,
  current_streak integer not null,
  longest_streak integer not null,
  last_day date, -- in the learner's time zone of that moment; null without an answer, as after a reset
  last_activity_at timestamptz not null,
  time_zone text not null,
  plan_id text,
  plan_completed integer not null default 0,
  freezes integer not null default 0,
  -- Counters for badges, milestones and freezes. Every answer reads and writes them as a whole and no query uses single
  -- fields, so `json`, which Postgres stores unparsed, is cheaper than `jsonb`.
  tally json not null default '{}'
) with (fillfactor = 70);

-- Read model: a learner's days. Weeks, months, charts and the streaks of late answers are computed from them.
create table learner_day (
  learner_id text not null,
  day date not null,
  answered integer not null,
  correct integer not null,
  time_spent double precision not null, -- seconds
  points integer not null,
  primary key (learner_id, day)
) with (fillfactor = 70);

-- Read model: the same stats by section and by category.
create table learner_figure (
  learner_id text not null,
  dimension text not null check (dimension in ('section', 'category')),
  key text not null,
  answered integer not null,
  correct integer not null,
  time_spent double precision not null, -- seconds
  last_at timestamptz not null,
  primary key (learner_id, dimension, key)
) with (fillfactor = 70);

-- Read model: a learner's progress in each learning path.
create table learner_path (
  learner_id text not null,
  path_id text not null,
  answered integer not null,
  correct integer not null,
  time_spent double precision not null, -- seconds
  completed_sections text[] not null,
  current_section text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  completed_at timestamptz,
  primary key (learner_id, path_id)
) with (fillfactor = 70);

-- Read model: a learner's record of each question.
create table learner_question (
  learner_id text not null,
  question_id uuid not null,
  attempts integer not null, -- the highest attempt number; a device may know of more attempts than we counted
  answered integer not null,
  correct integer not null,
  last_answered_at timestamptz not null,
  -- Of several answers at the same instant all must be correct, so that their order of arrival doesn't matter.
  last_correct boolean not null default true,
  path_id text, -- as the last answer named it: a reset of the path finds its questions by it
  solved integer not null default 0, -- correct answers since the path was last reset
  primary key (learner_id, question_id)
) with (fillfactor = 70);
-- The time of the answer isn't in the index: it changes with every answer, while the index should change only with the
-- outcome.
create index learner_question_mistake on learner_question (learner_id) where not last_correct;

-- Read model: a learner's individual answers, for history, sessions and plans.
create table learner_answer (
  learner_id text not null,
  answered_at timestamptz not null,
  event_id uuid not null,
  day date not null, -- in the learner's time zone of that moment
  question_id uuid not null,
  question_version integer not null,
  category text not null,
  section text not null,
  difficulty text not null,
  attempt integer not null,
  correct boolean not null,
  time_spent double precision not null, -- seconds
  session_id text,
  plan_id text, -- in guided mode
  primary key (learner_id, answered_at, event_id)
);
create index learner_answer_session on learner_answer (learner_id, session_id) where session_id is not null;
create index learner_answer_plan on learner_answer (learner_id, plan_id, answered_at) where plan_id is not null;

-- A copy of each learner's preferred time zone, for answers that don't name one.
create table learner_time_zone (
  learner_id text primary key,
  time_zone text not null,
  changed_at timestamptz -- messages may arrive in any order; null if unknown
);
