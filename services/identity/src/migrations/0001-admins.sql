create table admin (
  id text primary key,
  email text not null unique check (email = lower(email)),
  password_hash text, -- null after a reset, until the admin has set a new password: no sign-in works meanwhile
  name text not null,
  role text not null check (role in ('admin', 'super_admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  -- The creator and the Idempotency-Key: repeating the request returns the same admin.
  created_by text references admin (id),
  creation_key text
);
create unique index admin_creation_key on admin (created_by, creation_key) where creation_key is not null;
create index admin_newest on admin (created_at desc, id);

-- The link with which an admin sets a new password after a reset, as a SHA-256 hash; deleted when it is used.
create table admin_password_reset (
  admin_id text primary key references admin on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Time-based one-time passwords (RFC 6238), the second factor of admins. The secret is encrypted with a key that isn't
-- in this database. Until it is confirmed, sign-in doesn't require it.
create table admin_totp (
  admin_id text primary key references admin on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code of this step or an earlier one is accepted again.
  last_step integer not null default 0,
  wrong_codes integer not null default 0,
  wrong_since timestamptz not null default now()
);
-- Stored as SHA-256 hashes; with 80 random bits each they need no salt.
create table admin_recovery_code (
  admin_id text not null references admin on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);
