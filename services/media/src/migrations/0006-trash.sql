alter table image add column deleted_by text;

-- Audio that was deleted from its question: it can be restored for 30 days, and its file stays as long.
create table audio_deletion (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null,
  type text not null check (type in ('question', 'answer')),
  file_name text not null references audio_file (name),
  title text not null, -- of the question, when the audio was deleted
  deleted_by text not null,
  deleted_at timestamptz not null,
  unique (question_id, type, file_name)
);
create index audio_deletion_file on audio_deletion (file_name);
create index audio_deletion_oldest on audio_deletion (deleted_at);
