-- Everything that is neither a question nor what questions are filed under: plans, challenges, resources, guides and
-- so on. Each kind has a schema in the contracts; nothing is looked for inside of a document, since lists come whole.
create table library_entry (
  kind text not null,
  id text not null,
  document jsonb not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set when an admin makes or changes the entry: content files keep their hands off from then on.
  edited_at timestamptz,
  primary key (kind, id)
);
