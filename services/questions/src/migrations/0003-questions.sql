-- The current version of each question. Every earlier version is in question_version.
create table question (
  id uuid primary key,
  -- The order of creation: breaks ties between equal times, and is dense enough for selecting random questions.
  position bigint generated always as identity,
  version integer not null,
  title text not null,
  content text not null,
  type text not null check (type in ('multiple-choice', 'true-false', 'open-ended', 'code')),
  selection text check (selection in ('one', 'many')),
  difficulty text not null check (difficulty in ('beginner', 'intermediate', 'advanced')),
  options jsonb not null,
  explanation text not null,
  category_id text not null references category (id),
  subcategory text,
  learning_path_id text references learning_path (id),
  topic_id text references topic (id),
  section_id text references section (id),
  tags text[] not null,
  points smallint not null check (points between 1 and 100),
  time_limit smallint not null check (time_limit between 10 and 300), -- seconds
  is_active boolean not null,
  approved boolean not null,
  audio_question text,
  audio_answer text,
  content_hash bytea not null, -- of title, content and option texts, folded: equal for duplicates
  import_batch_id uuid references import_batch (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Whether learners and visitors may see it.
  is_open boolean not null generated always as (is_active and approved and deleted_at is null) stored,
  -- The searchable words, extracted by the service (search-index/lexer.ts), since Postgres's parser ignores `===`,
  -- `C++` and `.then(`. Rows written by an older version of that code are updated when the service starts.
  search_words tsvector not null default '',
  search_version smallint not null default 0,
  -- A column, since with an index on the expression the list would fetch every title from the table.
  folded_title text not null generated always as (lower(title)) stored
);

-- Every list leaves out deleted questions, so the indexes do too. They include `is_open`, so that counting the
-- questions that a visitor may see reads only the index: the rows are wide.
create index question_newest on question (created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_position on question (position) include (is_open) where deleted_at is null;
create index question_last_changed on question (updated_at, position) include (is_open) where deleted_at is null;
create index question_by_title on question (folded_title, position) include (is_open) where deleted_at is null;
create index question_by_category on question (category_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_subcategory on question (subcategory, created_at, position)
  include (is_open) where deleted_at is null and subcategory is not null;
create index question_by_learning_path on question (learning_path_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_topic on question (topic_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_section on question (section_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_difficulty on question (difficulty, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_type on question (type, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_points on question (points, position) include (is_open) where deleted_at is null;
-- Few questions are inactive or waiting for approval: this index finds them without reading the others.
create index question_hidden on question (created_at, position)
  include (is_active, approved) where deleted_at is null and not is_open;
create index question_by_tag on question using gin (tags) where deleted_at is null;
create index question_by_content on question (content_hash);
create index question_by_batch on question (import_batch_id) where import_batch_id is not null;
create index question_by_search_version on question (search_version);
create index question_deleted on question (deleted_at) where deleted_at is not null;

-- Versions outlive their question: answered versions stay readable after a deleted question is erased.
create table question_version (
  question_id uuid not null,
  version integer not null,
  action text not null check (action in ('created', 'updated', 'deleted', 'restored')),
  question jsonb not null, -- as it was, with the names of that time
  import_batch_id uuid references import_batch (id),
  changed_by text,
  changed_at timestamptz not null,
  category_id text, -- stays when the category is gone
  primary key (question_id, version)
);
create index question_version_by_time on question_version (changed_at);
create index question_version_by_batch on question_version (import_batch_id) where import_batch_id is not null;

-- The newest known revision of each audio file, since messages may arrive in any order.
create table question_audio (
  question_id uuid not null references question (id) on delete cascade,
  type text not null,
  revision bigint not null,
  primary key (question_id, type)
);

-- The number of question changes, as a sum over all rows. While the sum stays the same, cached counts are valid, so a
-- deep page of the list doesn't have to be counted from the top. There are several rows, and each transaction takes a
-- free one, so that a long import blocks no one.
create table question_revision (
  shard smallint primary key,
  changes bigint not null
) with (fillfactor = 50);
insert into question_revision (shard, changes) select shard, 0 from generate_series(1, 32) as shard;

create function count_question_change() returns trigger language plpgsql as $$
declare
  free smallint;
begin
  select shard into free from question_revision order by shard limit 1 for update skip locked;
  update question_revision set changes = changes + 1 where shard = coalesce(free, 1);
  return null;
end $$;
create trigger count_question_change after insert or update or delete on question
  for each statement execute function count_question_change();

-- How often each question was answered. A separate narrow table, so that counting neither rewrites nor locks a
-- question. No foreign key: an answer may arrive before the question is created or after it is erased. Every question
-- has a row from the start, with the position that breaks ties in the order by usage.
create table question_usage (
  question_id uuid primary key,
  usage_count bigint not null,
  position bigint
) with (fillfactor = 70);
create index question_usage_order on question_usage (usage_count, position) where position is not null;

create function begin_question_usage() returns trigger language plpgsql as $$
begin
  insert into question_usage (question_id, usage_count, position)
  select id, 0, position from added order by id
  on conflict (question_id) do update set position = excluded.position;
  return null;
end $$;
create trigger begin_question_usage after insert on question
  referencing new table as added for each statement execute function begin_question_usage();

-- A change of many questions at once, and their previous values, which its undo restores.
create table bulk_action (
  id uuid primary key,
  action text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  undo json -- the reply of the undo, which a repeated undo gets again
);
create table bulk_action_question (
  batch_id uuid not null references bulk_action (id) on delete cascade,
  question_id uuid not null,
  version integer not null, -- as the action left it
  before jsonb not null, -- the changed fields as they were, taxonomy entries by id
  primary key (batch_id, question_id)
);
