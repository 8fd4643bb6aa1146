-- Our copy of the time zone that each learner prefers: the days of answers that don't say where they were given.
create table learner_time_zone (
  learner_id text primary key,
  time_zone text not null
);
