-- A regrade takes the learners of a question a page at a time, in their order: without it each page reads all answers
-- to that version.
create index item_answer_respondent on item_answer (question_id, question_version, respondent);
