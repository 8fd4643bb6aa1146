-- Which messages a consumer has handled already, for handlers that are not idempotent by nature (counters).
create table consumed_message (
  consumer text not null,
  event_id uuid not null,
  consumed_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index consumed_message_age on consumed_message (consumed_at);

-- Messages that could not be handled after several deliveries: kept for a person to look at and replay.
create table parked_message (
  id bigint generated always as identity primary key,
  consumer text not null,
  stream text not null,
  stream_sequence bigint not null,
  subject text not null,
  payload text not null,
  error text not null,
  deliveries integer not null,
  parked_at timestamptz not null default now(),
  unique (consumer, stream, stream_sequence)
);
