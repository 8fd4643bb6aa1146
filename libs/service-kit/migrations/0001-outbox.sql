-- Messages to publish because of a change made in the same transaction. A row lives until JetStream has acknowledged it.
-- Rows of one aggregate are in order, since its row lock is held while they are written.
create table outbox (
  position bigint generated always as identity primary key,
  event_id uuid not null unique,
  subject text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
