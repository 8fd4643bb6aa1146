-- A sign-in under way at a provider: created when the browser is sent there, used once when it comes back. Only hashes,
-- so that neither the state nor the browser's own half can be read here.
create table oauth_transaction (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null check (provider in ('google', 'github')),
  return_path text not null,
  expires_at timestamptz not null
);
create index oauth_transaction_end on oauth_transaction (expires_at);

-- An account at a provider that is linked to a learner. The subject is the provider's id of the person: it stays when
-- their address there changes.
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
