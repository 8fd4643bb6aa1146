-- Tokens that were mailed, as SHA-256 hashes. One of each purpose for a learner: a newer one takes its place. A used one
-- stays until then, so that the same request, sent again, is answered as before.
create table account_token (
  id uuid primary key,
  learner_id uuid not null references learner on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'confirm-email')),
  token_hash bytea not null unique,
  -- The address it was mailed to.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- How many were mailed in the hour that began then: nobody's mailbox is filled through us.
  hour_began_at timestamptz not null,
  issued_in_hour integer not null,
  unique (learner_id, purpose)
);
