-- Browsers that receive messages for a learner (Web Push, RFC 8030). An endpoint is one browser profile, and belongs to
-- the learner who subscribed last.
create table push_subscription (
  endpoint text primary key,
  learner_uid uuid not null references learner on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscription_learner on push_subscription (learner_uid);

-- When learners last practiced, from progress's events: enough to not remind someone who has practiced.
create table practice (
  learner_id uuid primary key references learner on delete cascade,
  last_practised_at timestamptz not null
);

-- One row per learner and calendar day, whether reminded or not: the replica that inserts it decides, once.
create table reminder (
  learner_id uuid not null references learner on delete cascade,
  day date not null,
  settled_at timestamptz not null default now(),
  primary key (learner_id, day)
);
create index reminder_day on reminder (day);
