-- Earlier backups of a section, so that a restore can choose one; the newest stays in question_backup.
alter table question_backup
  add column id uuid not null default gen_random_uuid(),
  add column fingerprint text; -- of the backed-up versions; null if questions were backed up one by one

create table question_backup_point (
  id uuid primary key,
  slug text not null references question_backup (slug) on delete cascade,
  section text not null,
  content text not null,
  question_count integer not null,
  created_at timestamptz not null
);
create index question_backup_point_by_time on question_backup_point (slug, created_at desc);
