-- Read model: the part of every answer that concerns its question, without the time zone or exact time. It outlives the
-- learner, whose id can't be resolved after an erasure.
create table item_answer (
  question_id uuid not null,
  question_version integer not null,
  event_id uuid not null,
  respondent text not null,
  day date not null, -- of its arrival, in UTC
  attempt integer not null,
  graded text not null,
  correct boolean not null,
  selected text[] not null,
  time_spent double precision not null, -- seconds
  primary key (question_id, question_version, event_id)
);
-- A regrade reads the learners of a question page by page, in this order.
create index item_answer_respondent on item_answer (question_id, question_version, respondent);

-- Read model: each respondent's first attempts, which the discrimination of questions is computed from.
create table item_respondent (
  respondent text primary key,
  answered integer not null,
  correct integer not null
) with (fillfactor = 70);

-- Read model: the platform's days in UTC, by the time when events were received.
create table platform_day (
  day date primary key,
  active_learners integer not null,
  answers integer not null,
  correct integer not null,
  time_spent double precision not null, -- seconds
  challenge_attempts integer not null,
  reviews integer not null,
  new_learners integer not null
);
create table platform_day_learner (
  day date not null,
  respondent text not null,
  primary key (day, respondent)
);
create index platform_day_learner_respondent on platform_day_learner (respondent);
