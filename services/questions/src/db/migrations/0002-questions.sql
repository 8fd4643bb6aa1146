-- One batch is one import; it is what a later undo refers to.
create table import_batch (
  id uuid primary key,
  source text not null,
  format text not null,
  created_by text,
  created_at timestamptz not null default now()
);

-- Each question as it is now. Every earlier version is in question_version.
create table question (
  id uuid primary key,
  -- Order of arrival: breaks ties between equal times, and is dense enough to draw random questions by.
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
  time_limit smallint not null check (time_limit between 10 and 300),
  is_active boolean not null,
  approved boolean not null,
  audio_question text,
  audio_answer text,
  -- Title, content and option texts, folded: what makes two questions duplicates of each other.
  content_hash bytea not null,
  import_batch_id uuid references import_batch (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- What learners and visitors may see.
  is_open boolean not null generated always as (is_active and approved and deleted_at is null) stored
);

-- Every list leaves deleted questions out, so the indexes do too. `is_open` rides along so that counting what a
-- visitor may see reads the index alone: the rows are wide.
create index question_newest on question (created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_position on question (position) include (is_open) where deleted_at is null;
create index question_last_changed on question (updated_at, position) where deleted_at is null;
create index question_by_title on question (lower(title), position) where deleted_at is null;
create index question_by_category on question (category_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_learning_path on question (learning_path_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_topic on question (topic_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_section on question (section_id, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_difficulty on question (difficulty, created_at, position)
  include (is_open) where deleted_at is null;
create index question_by_tag on question using gin (tags) where deleted_at is null;
create index question_by_content on question (content_hash);
create index question_by_batch on question (import_batch_id) where import_batch_id is not null;

create table question_version (
  question_id uuid not null references question (id),
  version integer not null,
  action text not null check (action in ('created', 'updated', 'deleted', 'restored')),
  -- The whole question as it was, names resolved, so that it stays readable whatever is renamed later.
  question jsonb not null,
  import_batch_id uuid references import_batch (id),
  changed_by text,
  changed_at timestamptz not null,
  primary key (question_id, version)
);
create index question_version_by_time on question_version (changed_at);
