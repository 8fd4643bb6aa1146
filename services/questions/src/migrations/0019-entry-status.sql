-- Where a library entry stands in the editorial process, as for questions; what exists is approved. The default also
-- serves replicas of the version before, which write no status.
alter table library_entry
  add column created_by text,
  add column status text not null default 'approved',
  add column status_changed_by text,
  add column status_changed_at timestamptz,
  add column status_comment text,
  add column reviewer text,
  add column publish_at timestamptz,
  add column expires_at timestamptz,
  add constraint library_entry_status check (status in ('draft', 'in-review', 'scheduled', 'approved', 'archived')),
  add constraint library_entry_scheduled check (status <> 'scheduled' or publish_at is not null);

-- Stored versions get the new columns too, or each entry's next change would seem to begin from another state.
update entry_version set entry = entry || jsonb_build_object('created_by', null, 'status', 'approved',
  'status_changed_by', null, 'status_changed_at', null, 'status_comment', null, 'reviewer', null, 'publish_at', null,
  'expires_at', null)
where entry ? 'document';
