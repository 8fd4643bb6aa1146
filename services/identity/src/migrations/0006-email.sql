-- Mail to be sent, inserted in the transaction that causes it. It contains no secret: the text and the token in its
-- link are created when it is sent. Sent mail is deleted.
create table mail (
  id uuid primary key,
  learner_id uuid references learner on delete cascade, -- null until the address was looked up
  recipient text not null,
  letter jsonb not null,
  created_at timestamptz not null default now(),
  give_up_at timestamptz not null,
  -- While it is being sent: when another worker may claim it, in case this one has died.
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  parked_at timestamptz, -- given up
  fault text -- why; never contains an address
);
create index mail_due on mail (next_attempt_at) where parked_at is null;
create index mail_learner on mail (learner_id);

-- How much mail of a kind an address may still receive, as a token bucket: the time when it will be full again. The key
-- is a keyed hash, so the table contains no addresses.
create table mail_allowance (
  key bytea primary key,
  full_at timestamptz not null
);

-- Tokens in mailed links, as SHA-256 hashes. Several tokens with one purpose are valid at the same time, so that a
-- request by someone else doesn't invalidate the owner's link. Used tokens are kept, so that a repeated request gets
-- the same response.
create table account_token (
  id uuid primary key,
  learner_id uuid not null references learner on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'confirm-email', 'erase-account')),
  token_hash bytea not null unique,
  email text not null, -- the address that it was mailed to
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_token_learner on account_token (learner_id, purpose);

-- Tokens for unsubscribing without signing in, which don't expire; stored as hashes. One for each kind of mail and
-- learner.
create table unsubscribe_token (
  token_hash bytea primary key,
  learner_id uuid not null references learner on delete cascade,
  subscription text not null check (subscription in ('reminders', 'achievements'))
);
create index unsubscribe_token_learner on unsubscribe_token (learner_id);
