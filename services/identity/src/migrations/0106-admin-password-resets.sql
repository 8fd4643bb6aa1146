-- The link by which an admin sets a new password after a reset, as a SHA-256 hash; deleted once it was used.
create table admin_password_reset (
  admin_id text primary key references admin on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
-- Null after a reset, until the admin has set a new one: nothing signs in to the account meanwhile.
alter table admin alter column password_hash drop not null;
