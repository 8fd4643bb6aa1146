-- Where each question stands by its newest version: which questions a learning path or a section has for learners.
create table bank_question (
  question_id uuid primary key,
  version integer not null,
  category_id text,
  learning_path text,
  section_id text,
  is_open boolean not null -- active, approved and not deleted
);
create index bank_question_place on bank_question (learning_path, section_id) where is_open;
