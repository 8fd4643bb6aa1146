-- The log: every fact, in the order in which it was committed. Nothing here is ever changed.
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
  unique (stream_id, stream_version)
);

-- How far each reader of the log has come.
create table checkpoint (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

-- The service's own role, named after its database, may add facts and read them: not alter and not remove.
do $$
begin
  execute format('revoke update, delete, truncate on event from %I', current_database());
exception
  when undefined_object then null; -- a database without a runtime role of its own (tools, experiments)
end
$$;
