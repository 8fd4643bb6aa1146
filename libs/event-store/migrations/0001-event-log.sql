-- The log: every event, in the order in which it was committed. Nothing here is ever changed.
create table event (
  global_position bigint generated always as identity primary key,
  stream_id text not null,
  stream_version integer not null check (stream_version > 0),
  event_id uuid not null unique,
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  metadata jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(),
  personal bytea, -- what concerns only the person behind the stream, encrypted with the stream's key
  unique (stream_id, stream_version)
);

-- How far each reader of the log has come.
create table checkpoint (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

-- The streams' keys, each wrapped with the service's secret. To delete a key is to erase what it sealed.
create table stream_key (
  stream_id text primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null default now()
);

-- Erased streams, by the hash of their name: they accept no events.
create table erased_stream (
  stream_hash bytea primary key,
  erased_at timestamptz not null default now()
);

-- Counts how often rebuilt read models replaced the live ones. A writer names the generation that it decided by, and
-- decides again if that generation is gone.
create table read_model (
  only_one boolean primary key default true check (only_one),
  generation integer not null
);
insert into read_model (generation) values (0);

-- The service's own role, named after its database, may append events and read them, but neither change nor delete any.
do $$
begin
  execute format('revoke update, delete, truncate on event from %I', current_database());
  execute format('revoke update, truncate on stream_key from %I', current_database());
  execute format('revoke update, delete, truncate on erased_stream from %I', current_database());
  execute format('revoke insert, update, delete, truncate on read_model from %I', current_database());
exception
  when undefined_object then null; -- a database without a runtime role of its own (tools, experiments)
end
$$;
