-- Erased learners, and which services still have to erase them. The id is the receipt's and can't be guessed. The
-- learner's id, which services report, is deleted when all of them have reported.
create table erasure (
  id text primary key,
  learner_id uuid unique,
  requested_by text, -- the admin who did it; null if the learner did
  requested_at timestamptz not null default now()
);
create table erasure_step (
  erasure_id text not null references erasure on delete cascade,
  service text not null,
  done_at timestamptz,
  primary key (erasure_id, service)
);
