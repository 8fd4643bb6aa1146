-- Versions of library entries and taxonomy nodes: one for each change that a person made. A trigger writes them, so that
-- no change is forgotten; `rehearse.actor` names the person for the rest of the transaction. Starter content writes none:
-- before the first change by a person, the trigger also stores what that change replaces.
create table entry_version (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  kind text not null, -- of the library entry, or the table of the taxonomy node
  entry_id text not null,
  action text not null check (action in ('created', 'updated', 'deleted', 'restored')),
  entry jsonb not null, -- the row; of a deletion, as it was before
  changed_by text,
  changed_at timestamptz not null default now(),
  restored_at timestamptz -- of a deletion that was undone
);
create unique index entry_version_newest on entry_version (kind, entry_id, position);
create index entry_version_deleted on entry_version (changed_at) where action = 'deleted';

create function record_entry_version() returns trigger language plpgsql as $$
declare
  actor text := nullif(current_setting('rehearse.actor', true), '');
  -- The order of a list isn't part of its entries.
  bookkeeping text[] := array['sort_order', 'revision', 'updated_at', 'edited_at', 'steps_edited_at'];
  old_entry jsonb;
  new_entry jsonb;
  of_kind text;
  of_id text;
  known jsonb;
  restoring boolean;
begin
  if actor is null then return null; end if;
  if tg_op <> 'INSERT' then old_entry := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_entry := to_jsonb(new); end if;
  of_kind := coalesce(new_entry ->> 'kind', old_entry ->> 'kind', tg_table_name);
  of_id := coalesce(new_entry ->> 'id', old_entry ->> 'id');
  if old_entry is not null then
    if old_entry - bookkeeping = new_entry - bookkeeping then return null; end if;
    select entry into known from entry_version
    where kind = of_kind and entry_id = of_id order by position desc limit 1;
    if known is null or known - bookkeeping <> old_entry - bookkeeping then
      insert into entry_version (kind, entry_id, action, entry, changed_at) values (
        of_kind, of_id, case when known is null then 'created' else 'updated' end, old_entry,
        coalesce(old_entry ->> 'updated_at', old_entry ->> 'edited_at', old_entry ->> 'created_at')::timestamptz
      );
    end if;
  end if;
  restoring := current_setting('rehearse.restoring', true) = 'true';
  insert into entry_version (kind, entry_id, action, entry, changed_by) values (
    of_kind, of_id,
    case when tg_op = 'DELETE' then 'deleted' when restoring then 'restored' when tg_op = 'INSERT' then 'created'
      else 'updated' end,
    coalesce(new_entry, old_entry), actor
  );
  return null;
end $$;

create trigger record_entry_version after insert or update or delete on library_entry
  for each row execute function record_entry_version();
create trigger record_entry_version after insert or update or delete on category
  for each row execute function record_entry_version();
create trigger record_entry_version after insert or update or delete on topic
  for each row execute function record_entry_version();
create trigger record_entry_version after insert or update or delete on section
  for each row execute function record_entry_version();
create trigger record_entry_version after insert or update or delete on learning_path
  for each row execute function record_entry_version();
