-- Read model: the same four figures by section, learning path and category.
create table learner_figure (
  learner_id text not null,
  dimension text not null check (dimension in ('section', 'path', 'category')),
  key text not null,
  answered integer not null,
  correct integer not null,
  time_spent double precision not null,
  last_at timestamptz not null,
  primary key (learner_id, dimension, key)
) with (fillfactor = 70);
