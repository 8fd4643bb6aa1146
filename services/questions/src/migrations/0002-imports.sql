-- One batch per import: its result, and the result of its undo, so that a repeated undo gets the same response.
create table import_batch (
  id uuid primary key,
  source text not null,
  format text not null,
  created_by text,
  created_at timestamptz not null default now(),
  succeeded integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  undone_at timestamptz,
  undone_by text,
  undo json
);
create index import_batch_newest on import_batch (created_at);

-- Taxonomy nodes that an import created: its undo deletes them, unless they are used or were edited meanwhile.
create table import_batch_place (
  batch_id uuid not null references import_batch (id) on delete cascade,
  kind text not null check (kind in ('category', 'topic', 'learning_path', 'section')),
  place_id text not null,
  primary key (kind, place_id, batch_id)
);

-- Imports in progress. An import is one transaction that other connections can't see, so its progress is written
-- separately.
create table import_progress (
  batch_id uuid primary key,
  source text not null,
  format text not null,
  dry_run boolean not null,
  created_by text not null,
  stage text not null check (stage in ('reading', 'waiting', 'storing', 'failed')),
  total integer, -- rows; null while unknown
  done integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now() -- renewed while the import runs
);
