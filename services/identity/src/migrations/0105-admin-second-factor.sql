-- Time-based one-time passwords (RFC 6238), the second factor of admins. The secret is sealed with a key that is not in
-- this database. Not confirmed: being set up, and not asked for at sign-in yet.
create table admin_totp (
  admin_id text primary key references admin on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Of the code that was accepted last: no code of this time step, or an earlier one, is accepted again.
  last_step integer not null default 0,
  wrong_codes integer not null default 0,
  wrong_since timestamptz not null default now()
);
-- As SHA-256 hashes; with 80 random bits each they need no salt.
create table admin_recovery_code (
  admin_id text not null references admin on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);
-- A session that can do nothing but set up a required second factor.
alter table session add can_only_enroll boolean not null default false;
alter table session
  drop constraint session_end_reason_check,
  add check (end_reason in (
    'signed-out', 'refresh-token-reused', 'ended-elsewhere', 'account-disabled', 'password-changed', 'account-erased',
    'second-factor-changed'
  ));
