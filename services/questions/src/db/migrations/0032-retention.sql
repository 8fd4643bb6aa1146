-- A deleted question is erased after a time; what was answered of it stays readable, so versions outlive their
-- question. Content files remember what they brought even when it is gone: it is not brought again.
alter table question_version drop constraint question_version_question_id_fkey;
alter table content_item drop constraint content_item_question_id_fkey;
create index question_deleted on question (deleted_at) where deleted_at is not null;
