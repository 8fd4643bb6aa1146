-- The key of matching, short-answer and numeric questions.
alter table answer_key add column answer jsonb;

-- Answers to them: the given pairs, text or number. A text is removed when its learner is erased.
alter table item_answer add column response jsonb;
create index item_answer_text on item_answer (respondent) where response ->> 'kind' = 'text';
