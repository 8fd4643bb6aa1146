-- Learners who were forgotten: what each service still has to do. The id is the receipt's, and unguessable. The
-- learner's own, by which services report, goes as soon as all of them have.
create table erasure (
  id text primary key,
  learner_id uuid unique,
  -- The admin who did it for them; null where they did it themselves.
  requested_by text,
  requested_at timestamptz not null default now()
);
create table erasure_step (
  erasure_id text not null references erasure on delete cascade,
  service text not null,
  done_at timestamptz,
  primary key (erasure_id, service)
);
