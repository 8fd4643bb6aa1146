-- An account elsewhere that leads into a learner's account here. The subject is the provider's own id of the person:
-- it stays when their address there changes.
create table identity (
  provider text not null check (provider in ('google', 'github')),
  subject text not null,
  learner_uid uuid not null references learner on delete cascade,
  -- As the provider told it when the two were linked; for the learner's eyes.
  email text,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identity_learner on identity (learner_uid);
