-- Other services keep copies of names, badges, challenges and plans, and messages may arrive in any order. Each change of
-- an entry gets a higher number while its row is locked, so the newest is always known.
create sequence definition_revision;

-- What questions are filed under. Ids are readable and stay when a name changes. A typed name finds its entry by
-- `folded_name` (case and white space folded, see question-text.ts). `edited_at` is set when an admin changes the entry: the
-- starter content doesn't touch it from then on.
create table category (
  id text primary key,
  name text not null,
  folded_name text not null unique,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  revision bigint not null default nextval('definition_revision')
);

create table topic (
  id text primary key,
  name text not null,
  folded_name text not null unique,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  revision bigint not null default nextval('definition_revision')
);

create table section (
  id text primary key,
  name text not null,
  folded_name text not null unique,
  description text not null default '',
  icon text not null default 'learning',
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  revision bigint not null default nextval('definition_revision')
);

create table learning_path (
  id text primary key,
  name text not null,
  folded_name text not null unique,
  description text not null default '',
  difficulty text not null default 'beginner',
  estimated_time double precision not null default 0,
  prerequisites text[] not null default '{}',
  target_skills text[] not null default '{}',
  question_categories text[] not null default '{}',
  resources text[] not null default '{}',
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  revision bigint not null default nextval('definition_revision')
);
