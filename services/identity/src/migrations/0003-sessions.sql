-- A session is a family: one sign-in on one device, and every token that came of it. Ending it ends them all.
create table session (
  id uuid primary key,
  kind text not null check (kind in ('learner', 'admin')),
  subject_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed-out', 'refresh-token-reused')),
  check ((ended_at is null) = (end_reason is null))
);
create index session_subject on session (subject_id);

-- Refresh tokens, as SHA-256 hashes only. A used one stays: it is how its reuse is noticed.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);
