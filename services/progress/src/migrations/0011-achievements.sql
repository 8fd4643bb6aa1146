-- Our own copy of the badges that the library defines. What was removed stays, marked: nobody earns it any more.
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

-- Which rules every learner's past has been looked through for: a new rule waits here for its backfill.
create table badge_backfill (
  badge_id text primary key,
  revision bigint not null,
  defined_at timestamptz not null default now(),
  after_learner text not null default '', -- how far it has come
  finished_at timestamptz
);

-- Read model: badges earned, with the fact that brought each.
create table learner_badge (
  learner_id text not null,
  badge_id text not null,
  title text not null,
  rarity text not null,
  earned_at timestamptz not null,
  caused_by uuid,
  primary key (learner_id, badge_id)
);

-- Read model: milestones reached.
create table learner_milestone (
  learner_id text not null,
  milestone_id text not null,
  reached_at timestamptz not null,
  primary key (learner_id, milestone_id)
);
