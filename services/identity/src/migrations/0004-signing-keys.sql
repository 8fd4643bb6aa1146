-- Keys that tokens are signed with; the private half is encrypted with a key that is not in this database.
create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
-- One key signs; replicas that start together make one between them.
create unique index signing_key_current on signing_key ((true)) where retired_at is null;
