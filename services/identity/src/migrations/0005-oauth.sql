-- A sign-in in progress at a provider: created on the redirect to the provider, and consumed by the callback. It
-- contains only hashes, so neither the state nor the browser's secret can be read here.
create table oauth_transaction (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null check (provider in ('google', 'github')),
  return_path text not null,
  expires_at timestamptz not null
);
create index oauth_transaction_end on oauth_transaction (expires_at);

-- An account at a provider that is linked to a learner. The subject is the provider's user id, which doesn't change
-- when the user's email does.
create table identity (
  provider text not null check (provider in ('google', 'github')),
  subject text not null,
  learner_uid uuid not null references learner on delete cascade,
  email text, -- as the provider gave it when the two were linked; shown to the learner
  linked_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identity_learner on identity (learner_uid);
