-- Our own copy of what the content library defines and progress reckons with: challenges, plans, learning paths.
-- What was removed stays, marked: what learners did with it is still named after it.
create table definition (
  kind text not null check (kind in ('challenge', 'plan', 'learning-path')),
  id text not null,
  revision integer not null,
  removed boolean not null,
  document jsonb not null,
  primary key (kind, id)
);
