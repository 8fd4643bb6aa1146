-- The response to an upload with an Idempotency-Key, returned again when the upload is repeated.
create table upload_reply (
  actor text not null,
  key text not null,
  -- SHA-256 of the upload and its target, to detect a key that is reused for something else.
  fingerprint bytea not null,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index upload_reply_age on upload_reply (created_at);
