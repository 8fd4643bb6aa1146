-- Each file once, whoever has it, under a name made from its bytes.
create table audio_file (
  name text primary key,
  mime_type text not null,
  bytes integer not null,
  -- Null where the file doesn't say.
  duration_seconds double precision,
  stored_at timestamptz not null default now(),
  -- Since when the sweeper has seen that no question has it.
  unused_since timestamptz
);

-- Which file is heard with a question, and with its answer.
create table audio_attachment (
  question_id uuid not null,
  type text not null check (type in ('question', 'answer')),
  file_name text not null references audio_file (name),
  attached_by text not null,
  attached_at timestamptz not null,
  primary key (question_id, type)
);
create index audio_attachment_file on audio_attachment (file_name);

-- Numbers what is told of attachments, so that others know which of two messages is the newer.
create sequence audio_revision;
