-- Browsers that take messages for a learner (Web Push, RFC 8030). An endpoint belongs to one browser profile: whoever
-- subscribed with it last has it.
create table push_subscription (
  endpoint text primary key,
  learner_uid uuid not null references learner on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscription_learner on push_subscription (learner_uid);
