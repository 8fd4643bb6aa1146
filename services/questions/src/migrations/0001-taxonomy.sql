-- Other services copy names, badges, challenges and plans, and messages may arrive in any order. Each change of an
-- entry gets a higher number while its row is locked, so consumers know which version is newest.
create sequence definition_revision;

-- The taxonomy of questions. Ids are readable and stay when a name changes. A typed name is looked up by `folded_name`
-- (ignoring case and whitespace, see question-text.ts). `edited_at` is set when an admin changes the entry: from then
-- on, the starter content doesn't update it.
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
