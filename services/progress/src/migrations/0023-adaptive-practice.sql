-- Read model `difficulty`: how difficult questions are, how able their respondents are, and what was predicted of each
-- first answer before it counted. Like `item_answer` it outlives a learner, whose id can't be resolved after an erasure.
create table topic_fit (
  topic text primary key,
  responses integer not null,
  fitted integer not null, -- the number of responses at the last fit
  variance double precision not null, -- of the ability among learners
  regraded_at timestamptz -- when a response was regraded, if since the last fit
) with (fillfactor = 50);

create table item_difficulty (
  question_id uuid not null,
  version integer not null,
  topic text not null,
  b double precision not null, -- logits
  error double precision not null,
  n integer not null,
  prior_mean double precision not null,
  prior_deviation double precision not null,
  primary key (question_id, version, topic)
) with (fillfactor = 70);

create table item_ability (
  respondent text not null,
  topic text not null,
  mean double precision not null, -- logits
  deviation double precision not null,
  variance double precision not null, -- among learners, when it was estimated
  n integer not null,
  primary key (respondent, topic)
) with (fillfactor = 70);

create table item_prediction (
  topic text not null,
  position bigint not null, -- of the answer in the log
  event_id uuid not null,
  question_id uuid not null,
  version integer not null,
  respondent text not null,
  chance double precision not null, -- predicted before the answer counted
  correct boolean not null,
  primary key (topic, position)
);
-- A regraded answer is found by its question and respondent.
create index item_prediction_answer on item_prediction (question_id, respondent);

insert into checkpoint (name, position) values ('difficulty', 0);

-- The wanted chance of a correct answer in adaptive practice, in percent.
alter table learner_time_zone add column target_accuracy integer not null default 80;
