-- Everything that is neither a question nor taxonomy: plans, challenges, resources, guides and so on. The contracts have a
-- schema for each kind. No query looks inside a document, since lists come whole.
create table library_entry (
  kind text not null,
  id text not null,
  document jsonb not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz, -- set when an admin creates or changes the entry: content files don't touch it from then on
  revision bigint not null default nextval('definition_revision'),
  primary key (kind, id)
);

-- Who may read the solution of which challenge, as progress reports: learners who have passed it or given up.
create table challenge_opening (
  learner_id text not null,
  challenge_id text not null,
  reason text not null check (reason in ('passed', 'given-up')),
  opened_at timestamptz not null,
  primary key (learner_id, challenge_id)
);

-- Content files by what was in them when they were last loaded: an unchanged file costs nothing.
create table content_file (
  path text primary key,
  sha256 bytea not null,
  loaded_at timestamptz not null default now()
);

-- What each file has brought. While the entry is as the file left it, a newer file may change it; what an admin has edited
-- stays edited, and what was deleted stays deleted, also when its question is gone.
create table content_item (
  path text not null,
  key text not null,
  question_id uuid,
  version integer, -- of the question, as the file left it
  primary key (path, key)
);
