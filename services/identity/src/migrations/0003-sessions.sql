-- A session is one sign-in on one device, with every token issued for it. Ending it invalidates them all.
create table session (
  id uuid primary key,
  kind text not null check (kind in ('learner', 'admin')),
  subject_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in (
    'signed-out', 'refresh-token-reused', 'ended-elsewhere', 'account-disabled', 'password-changed', 'account-erased',
    'second-factor-changed'
  )),
  -- Helps users recognize their sessions: the browser, the rough location (the IP address is truncated before it is
  -- stored), and the last sign-in or refresh.
  user_agent text,
  address text,
  last_used_at timestamptz not null default now(),
  can_only_enroll boolean not null default false, -- allows nothing but setting up a required second factor
  check ((ended_at is null) = (end_reason is null))
);
create index session_subject on session (subject_id);
create index session_live on session (subject_id, last_used_at desc) where ended_at is null;

-- Refresh tokens, stored only as SHA-256 hashes. Used tokens are kept, so that reuse can be detected.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);
