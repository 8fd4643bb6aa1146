-- What an import has done, for the list of imports, and what its undo did, so that undoing twice answers the same.
alter table import_batch
  add column succeeded integer not null default 0,
  add column failed integer not null default 0,
  add column skipped integer not null default 0,
  add column undone_at timestamptz,
  add column undone_by text,
  add column undo json;

update import_batch set succeeded = (
  select count(*) from question_version where question_version.import_batch_id = import_batch.id
);

create index import_batch_newest on import_batch (created_at);
create index question_version_by_batch on question_version (import_batch_id) where import_batch_id is not null;

-- Imports on their way. An import is one transaction, which nobody sees into: this is written beside it.
create table import_progress (
  batch_id uuid primary key,
  source text not null,
  format text not null,
  dry_run boolean not null,
  created_by text not null,
  stage text not null check (stage in ('reading', 'waiting', 'storing', 'failed')),
  -- Rows; null while nobody knows.
  total integer,
  done integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  -- Beats while the import lives.
  updated_at timestamptz not null default now()
);
