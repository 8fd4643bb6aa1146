-- Content files by what was in them when they were last loaded: an unchanged file costs nothing.
create table content_file (
  path text primary key,
  sha256 bytea not null,
  loaded_at timestamptz not null default now()
);

-- What each file has brought: as long as the entry is as the file left it, a newer file may change it; what an admin
-- has edited stays edited, and what was deleted stays deleted.
create table content_item (
  path text not null,
  key text not null,
  question_id uuid references question (id),
  -- The question's version as the file left it.
  version integer,
  primary key (path, key)
);
