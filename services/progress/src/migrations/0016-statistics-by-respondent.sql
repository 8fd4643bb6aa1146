-- One index for two queries: a respondent's answers to a question, which a regrade reads page by page, and a single
-- answer by its event.
alter table item_answer drop constraint item_answer_pkey;
alter table item_answer add primary key (question_id, question_version, respondent, event_id);
drop index item_answer_respondent;
