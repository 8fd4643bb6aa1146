-- What people with an admin account did, in all services. Their names are in `admin`, which is never deleted; there is
-- no data of learners.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  actor text not null,
  role text not null,
  topic text not null,
  action text not null,
  summary text not null,
  target text,
  title text,
  details jsonb not null,
  request_id text not null
);
create index audit_entry_newest on audit_entry (at, id);
create index audit_entry_by_actor on audit_entry (actor, at, id);
create index audit_entry_by_topic on audit_entry (topic, at, id);

-- Entries are never changed, and deleted only after a year.
create function protect_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then return old; end if;
  raise exception 'entries of the audit log can''t be changed, and are kept for a year';
end $$;
create trigger protect_audit_entry before update or delete on audit_entry
  for each row execute function protect_audit_entry();
create trigger protect_audit_entries before truncate on audit_entry
  for each statement execute function protect_audit_entry();
