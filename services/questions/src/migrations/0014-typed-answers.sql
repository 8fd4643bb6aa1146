-- The key of matching, short-answer and numeric questions, which have no options.
alter table question add column answer jsonb;
alter table question drop constraint question_type_check;
alter table question add constraint question_type_check check (
  type in ('multiple-choice', 'true-false', 'open-ended', 'code', 'matching', 'short-answer', 'numeric'));
