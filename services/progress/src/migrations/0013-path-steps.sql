-- A copy of the questions in each step of a learning path, from the path's definition: `position` is the question's
-- position in the whole path.
create table path_step_question (
  path_id text not null,
  step_id text not null,
  question_id uuid not null,
  position integer not null,
  primary key (path_id, question_id)
);
create index path_step_question_question on path_step_question (question_id);
