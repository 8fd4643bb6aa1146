-- Our own copy of challenges, plans and learning paths. What was removed stays, marked: what learners did with it keeps
-- its name.
create table definition (
  kind text not null check (kind in ('challenge', 'plan', 'learning-path')),
  id text not null,
  revision integer not null,
  removed boolean not null,
  document jsonb not null,
  primary key (kind, id)
);

-- Our own copy of the badges. A removed badge stays, marked, and can't be earned any more.
create table badge_definition (
  badge_id text primary key,
  revision bigint not null,
  removed boolean not null,
  title text not null,
  description text not null,
  rarity text not null,
  rule jsonb not null,
  position integer not null
);

-- A new badge rule is applied to what learners did before it existed: how far that has come.
create table badge_backfill (
  badge_id text primary key,
  revision bigint not null,
  defined_at timestamptz not null default now(),
  after_learner text not null default '',
  finished_at timestamptz
);
