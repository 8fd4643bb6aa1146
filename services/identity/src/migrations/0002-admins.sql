create table admin (
  id text primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  name text not null,
  role text not null check (role in ('admin', 'super_admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_login timestamptz
);
