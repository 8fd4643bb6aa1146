-- The language in which a learner reads their calendar feed.
alter table learner_time_zone add column language text;
