-- Everything except questions and taxonomy: plans, challenges, resources, guides and so on. The contracts have a schema
-- for each kind. Lists are read as a whole, so no query looks inside a document.
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

-- Which learners may read the solution of which challenge: those who have passed it or given up, as progress reports.
create table challenge_opening (
  learner_id text not null,
  challenge_id text not null,
  reason text not null check (reason in ('passed', 'given-up')),
  opened_at timestamptz not null,
  primary key (learner_id, challenge_id)
);

-- Hashes of content files when they were last loaded: an unchanged file costs nothing.
create table content_file (
  path text primary key,
  sha256 bytea not null,
  loaded_at timestamptz not null default now()
);

-- The entries that each file has loaded. As long as an entry is unchanged since then, a newer file may update it; edits
-- by an admin stay, and deleted entries stay deleted, even after their question is erased.
create table content_item (
  path text not null,
  key text not null,
  question_id uuid,
  version integer, -- of the question, as the file left it
  primary key (path, key)
);
