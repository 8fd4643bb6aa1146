-- Keys that sign tokens; the private half is encrypted with a key that isn't in this database. The key with the latest
-- `signs_from` in the past signs, until the next key's `signs_from`: there is always exactly one, and replicas with the
-- same rows agree on it.
create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null default now()
);
create unique index signing_key_signs_from on signing_key (signs_from);
