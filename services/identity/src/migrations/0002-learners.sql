create extension if not exists pg_trgm;

-- Learners. The email is stored in the form used for comparison: trimmed and in lower case (see contracts `email`).
create table learner (
  uid uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text, -- null for someone who signs in elsewhere and never chose a password
  display_name text not null,
  photo_url text,
  provider text not null check (provider in ('password', 'google', 'github')),
  is_email_verified boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- When and why an admin disabled the learner.
  disabled_at timestamptz,
  disabled_reason text,
  disabled_by text references admin (id),
  -- The source of the name and the picture. The learner's own choice stays; newer data from a provider replaces older
  -- data from the same provider.
  name_from text not null default 'learner' check (name_from in ('learner', 'google', 'github')),
  photo_from text check (photo_from in ('learner', 'google', 'github')),
  check ((disabled_at is null) = (disabled_reason is null))
);
-- Admins search by part of the name or email, and page through learners in four orders.
create index learner_search on learner using gin (lower(display_name || ' ' || email) gin_trgm_ops);
create index learner_newest on learner (created_at desc, uid);
create index learner_last_login on learner (last_login_at desc nulls last, uid);
create index learner_name on learner (lower(display_name), uid);
create index learner_disabled on learner (disabled_at) where disabled_at is not null;

-- A learner's preferences; without a row, the defaults apply.
create table learner_preferences (
  learner_uid uuid primary key references learner on delete cascade,
  preferences jsonb not null,
  updated_at timestamptz not null default now()
);
