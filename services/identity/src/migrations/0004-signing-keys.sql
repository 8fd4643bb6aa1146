-- Keys that sign tokens; the private half is encrypted with a key that is not in this database. The key with the latest
-- `signs_from` in the past signs, and the next one's `signs_from` ends it: there is always one key, and replicas that
-- know the same rows agree.
create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null default now()
);
create unique index signing_key_signs_from on signing_key (signs_from);
