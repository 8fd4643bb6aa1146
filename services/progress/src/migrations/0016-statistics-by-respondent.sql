-- One index serves both: a respondent's answers to a question, as a regrade reads them page by page, and each one by its event.
alter table item_answer drop constraint item_answer_pkey;
alter table item_answer add primary key (question_id, question_version, respondent, event_id);
drop index item_answer_respondent;
