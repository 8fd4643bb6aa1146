-- Which entries of the catalogues an import has made: when it is undone they go as well, unless somebody uses or has
-- edited them meanwhile.
create table import_batch_place (
  batch_id uuid not null references import_batch (id) on delete cascade,
  kind text not null check (kind in ('category', 'topic', 'learning_path', 'section')),
  place_id text not null,
  primary key (kind, place_id, batch_id)
);
