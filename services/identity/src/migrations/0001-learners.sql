-- People who learn. The address is kept as it is compared: trimmed and in lower case (see contracts `email`).
create table learner (
  uid uuid primary key,
  email text not null unique check (email = lower(email)),
  -- Null for who signs in elsewhere and never chose a password.
  password_hash text,
  display_name text not null,
  photo_url text,
  provider text not null check (provider in ('password', 'google', 'github')),
  is_email_verified boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);
