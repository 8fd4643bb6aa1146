-- A copy of every question version, built from question events, so that grading depends on no other service.
create table answer_key (
  question_id uuid not null,
  version integer not null,
  title text not null,
  type text not null,
  difficulty text not null,
  options jsonb not null,
  explanation text not null,
  category text not null, -- its name when this version was written
  category_id text,
  learning_path text,
  section_id text,
  was_visible boolean, -- to learners: active and approved. Null while unknown; then the questions service is asked.
  primary key (question_id, version)
);

-- Current names of categories, by id.
create table category (
  id text primary key,
  name text not null,
  revision bigint not null -- messages may arrive in any order: the highest revision counts
);

-- The newest version of each question, from which learners' questions of a path or section are found.
create table bank_question (
  question_id uuid primary key,
  version integer not null,
  category_id text,
  learning_path text,
  section_id text,
  is_open boolean not null -- active, approved and not deleted
);
create index bank_question_place on bank_question (learning_path, section_id) where is_open;

-- The progress of the replay of all questions. A higher generation starts a new replay: see consume-questions.ts.
create table bank_replay (
  generation integer primary key,
  after jsonb, -- where the last page ended
  finished_at timestamptz
);
