-- The response to a write with an Idempotency-Key, returned again when the request is repeated.
create table idempotent_reply (
  actor text not null,
  key text not null,
  fingerprint bytea not null, -- SHA-256 of the request, so that a key used for something else is noticed
  reply json not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotent_reply_age on idempotent_reply (created_at);
alter table admin drop column creation_key;
