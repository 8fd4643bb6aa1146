-- Translations of questions, with the original as it was then: learners see a translation only while it is the same.
create table question_translation (
  question_id uuid not null references question (id) on delete cascade,
  language text not null,
  words jsonb not null, -- title, content, explanation; text and feedback of each option
  original jsonb not null, -- the same, in the language of the question
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (question_id, language)
);
