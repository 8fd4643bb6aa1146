-- Which messages a consumer has already handled, for handlers that are not idempotent by nature (counters).
create table consumed_message (
  consumer text not null,
  event_id uuid not null,
  consumed_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index consumed_message_age on consumed_message (consumed_at);

-- Dead letters: messages that failed at every delivery, kept for a person to look at and replay.
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
  replay_at timestamptz -- set when someone asks for a replay; the service that owns the message then handles it again
);
-- With the payload, since a stream that was lost and created again numbers its messages from 1.
create unique index parked_message_once on parked_message (consumer, stream, stream_sequence, md5(payload));
