-- Learners' reports on questions. No foreign key: a report outlives its question.
create table question_report (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null,
  question_version integer not null,
  reported_by text not null,
  reason text not null,
  text text not null,
  state text not null default 'open' check (state in ('open', 'resolved', 'dismissed')),
  answer text,
  settled_by text,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index question_report_open on question_report (question_id, reported_by) where state = 'open';
create index question_report_newest on question_report (created_at, id);
create index question_report_by_state on question_report (state, created_at, id);
create index question_report_by_learner on question_report (reported_by, created_at, id);

-- Erased learners, as SHA-256 hashes of their ids: late events about them are not stored.
create table erased_learner (
  fingerprint bytea primary key,
  erased_at timestamptz not null default now()
);
