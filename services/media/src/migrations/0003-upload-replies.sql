-- The answer to an upload that its client named with an Idempotency-Key: asked again, it is given again.
create table upload_reply (
  actor text not null,
  key text not null,
  -- SHA-256 of what was uploaded for what, so that a key used for something else is noticed.
  fingerprint bytea not null,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index upload_reply_age on upload_reply (created_at);
