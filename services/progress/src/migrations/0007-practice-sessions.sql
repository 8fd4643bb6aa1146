-- When and how a learner practiced. The results are counted from the answers.
create table learner_session (
  learner_id text not null,
  session_id text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  day date not null, -- of its start, in the learner's time zone
  learning_mode text not null,
  plan_id text,
  sections text[] not null,
  difficulty text not null,
  created_at timestamptz not null default now(),
  primary key (learner_id, session_id)
);
create index learner_session_day on learner_session (learner_id, day);
