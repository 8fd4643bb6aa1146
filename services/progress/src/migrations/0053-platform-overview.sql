-- How many learners came for the first time on each day. The statistics are folded anew, to count the days before.
create index platform_day_learner_respondent on platform_day_learner (respondent);
truncate item_answer, item_respondent, platform_day, platform_day_learner;
alter table platform_day add column new_learners integer not null;
delete from checkpoint where name = 'statistics';

-- Read model: how far learners have come with each plan; what was begun anew is not taken back.
create table plan_participant (
  plan_id text not null,
  learner_id text not null,
  total_questions integer not null,
  answered integer not null,
  primary key (plan_id, learner_id)
) with (fillfactor = 70);
