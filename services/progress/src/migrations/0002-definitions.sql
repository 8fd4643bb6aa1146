-- Copies of challenges, plans and learning paths. Removed ones stay and are marked, so that learners' records still
-- show their names.
create table definition (
  kind text not null check (kind in ('challenge', 'plan', 'learning-path')),
  id text not null,
  revision integer not null,
  removed boolean not null,
  document jsonb not null,
  primary key (kind, id)
);

-- A copy of the badges. A removed badge stays and is marked; it can't be earned any more.
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

-- The progress of the backfill that applies a new badge rule to earlier activity.
create table badge_backfill (
  badge_id text primary key,
  revision bigint not null,
  defined_at timestamptz not null default now(),
  after_learner text not null default '',
  finished_at timestamptz
);
