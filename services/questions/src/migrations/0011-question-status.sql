-- Where a question stands in the editorial process. `approved` stays, since `is_open` and the indexes use it.
-- The default fills the rows without rewriting them.
alter table question
  add column status text not null default 'approved',
  add column status_changed_by text,
  add column status_changed_at timestamptz,
  add column status_comment text,
  add column reviewer text,
  add column publish_at timestamptz,
  add column expires_at timestamptz;

update question set status = 'draft' where not approved;

alter table question
  alter column status drop default,
  add constraint question_status check (status in ('draft', 'in-review', 'scheduled', 'approved', 'archived')),
  add constraint question_approved check (approved = (status = 'approved')),
  add constraint question_scheduled check (status <> 'scheduled' or publish_at is not null);

-- Replicas of the version before write `approved` alone; the status follows it until they are gone.
create function follow_approved() returns trigger language plpgsql as $$
begin
  new.status := case when new.approved then 'approved' else 'draft' end;
  return new;
end $$;
create trigger follow_approved_of_new before insert on question
  for each row when (new.status is null) execute function follow_approved();
create trigger follow_approved_of_changed before update on question
  for each row when (new.approved <> old.approved and new.status = old.status) execute function follow_approved();

-- Few questions aren't approved: the review queue, and lists by status.
create index question_by_status on question (status, created_at, position)
  include (is_open) where deleted_at is null and status <> 'approved';
create index question_by_author on question (created_by, status) where deleted_at is null and status <> 'approved';
-- What the schedule is due to publish and to archive.
create index question_to_publish on question (publish_at) where deleted_at is null and status = 'scheduled';
create index question_to_archive on question (expires_at)
  where deleted_at is null and status = 'approved' and expires_at is not null;
