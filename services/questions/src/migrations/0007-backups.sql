-- Backups, one file per section. The text is the file as downloaded, and contains its own checksum.
create table question_backup (
  slug text primary key, -- made from the section's name: the file is called {slug}-questions.json
  section text not null,
  content text not null,
  question_count integer not null,
  updated_at timestamptz not null default now()
);
