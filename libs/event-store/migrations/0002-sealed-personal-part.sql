-- What only the person behind a stream is concerned with, encrypted with a key of that stream.
alter table event add column personal bytea;

-- The keys, each wrapped with the service's secret. To destroy a key is to forget what it sealed.
create table stream_key (
  stream_id text primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null default now()
);

-- Streams that were erased, by the hash of their name: they take no events any more.
create table erased_stream (
  stream_hash bytea primary key,
  erased_at timestamptz not null default now()
);

do $$
begin
  execute format('revoke update, truncate on stream_key from %I', current_database());
  execute format('revoke update, delete, truncate on erased_stream from %I', current_database());
exception
  when undefined_object then null; -- a database without a runtime role of its own (tools, experiments)
end
$$;
