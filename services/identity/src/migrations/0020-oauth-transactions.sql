-- A sign-in that is under way at a provider: made when the browser is sent there, taken when it comes back, once. Only
-- hashes, as of tokens: neither the state nor the browser's own half can be read from here.
create table oauth_transaction (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null check (provider in ('google', 'github')),
  return_path text not null,
  expires_at timestamptz not null
);
create index oauth_transaction_end on oauth_transaction (expires_at);
