-- Backups, one file for each section. The text is the file as it is downloaded, and holds its own checksum.
create table question_backup (
  -- Readable, made from the section's name: the file is called {slug}-questions.json.
  slug text primary key,
  section text not null,
  content text not null,
  question_count integer not null,
  updated_at timestamptz not null default now()
);
