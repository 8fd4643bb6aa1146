-- Who has been erased, as the SHA-256 of an id that nobody has any more: what is told late about them is not kept.
create table erased_learner (
  fingerprint bytea primary key,
  erased_at timestamptz not null default now()
);
