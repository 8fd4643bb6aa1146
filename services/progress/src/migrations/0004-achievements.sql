-- Read model: earned badges, and the event that earned each.
create table learner_badge (
  learner_id text not null,
  badge_id text not null,
  title text not null,
  rarity text not null,
  earned_at timestamptz not null,
  caused_by uuid,
  primary key (learner_id, badge_id)
);

-- Read model: reached milestones.
create table learner_milestone (
  learner_id text not null,
  milestone_id text not null,
  reached_at timestamptz not null,
  primary key (learner_id, milestone_id)
);

-- Read model: certificates of completed paths. The code is the event's id, in letters that are easy to copy by hand.
create table learner_certificate (
  code text primary key,
  learner_id text not null,
  path_id text not null,
  issued_at timestamptz not null,
  unique (learner_id, path_id)
);

-- The name that a learner wants on a certificate: personal text, so it is never in the log.
create table learner_certificate_name (
  learner_id text not null,
  path_id text not null,
  name text not null,
  primary key (learner_id, path_id)
);
