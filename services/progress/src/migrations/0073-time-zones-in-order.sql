-- When the learner said so, for messages may come in any order; of one from before this was kept, nobody knows.
alter table learner_time_zone add column changed_at timestamptz;
