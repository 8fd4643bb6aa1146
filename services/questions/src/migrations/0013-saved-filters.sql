-- Admins' saved filters of the question list.
create table saved_filter (
  id uuid primary key,
  admin_id text not null,
  name text not null,
  parameters jsonb not null,
  created_at timestamptz not null default now(),
  unique (admin_id, name)
);
