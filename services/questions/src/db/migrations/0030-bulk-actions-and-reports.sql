-- A change of many questions at once, and what each was like before: undoing it takes back exactly that.
create table bulk_action (
  id uuid primary key,
  action text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- What undoing it has answered, so that undoing twice answers the same.
  undo json
);
create table bulk_action_question (
  batch_id uuid not null references bulk_action (id) on delete cascade,
  question_id uuid not null,
  -- As the action left it.
  version integer not null,
  -- The changed fields as they were, places by their ids.
  before jsonb not null,
  primary key (batch_id, question_id)
);

-- What learners say is wrong with a question.
create table question_report (
  id uuid primary key default gen_random_uuid(),
  -- No foreign key: a report outlives its question.
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
