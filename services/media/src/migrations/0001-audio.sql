-- Each file once, however many questions use it, under a name derived from its bytes.
create table audio_file (
  name text primary key,
  mime_type text not null,
  bytes integer not null,
  -- Null if the file doesn't contain it.
  duration_seconds double precision,
  stored_at timestamptz not null default now(),
  -- When the sweeper first noticed that no question uses the file.
  unused_since timestamptz
);

-- The audio files of a question and of its answer.
create table audio_attachment (
  question_id uuid not null,
  type text not null check (type in ('question', 'answer')),
  file_name text not null references audio_file (name),
  attached_by text not null,
  attached_at timestamptz not null,
  primary key (question_id, type)
);
create index audio_attachment_file on audio_attachment (file_name);

-- Numbers the events about attachments, so that consumers know which of two is newer.
create sequence audio_revision;
