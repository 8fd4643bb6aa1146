-- The steps of a path in order, each with its id, title, summary, lesson and question ids: read and written whole, with
-- the path. `steps_edited_at` is set when an admin changes them: the starter content doesn't touch them from then on.
-- `estimated_time` is no longer used, since it follows from questions and lessons; older replicas still write it.
alter table learning_path
  add column steps jsonb not null default '[]',
  add column lesson_words integer not null default 0,
  add column steps_edited_at timestamptz;

-- Shipped questions by their permanent id, whatever their title and file. `version` is the one that the content left: a
-- newer file may change it. Null for a question that the bank already had, which the content doesn't change.
create table content_question (
  id text primary key,
  question_id uuid not null,
  version integer
);

-- Until now a question was known by its file and its title in lower case; the ids in the files were made from these titles.
insert into content_question (id, question_id, version)
select trim(both '-' from regexp_replace(key, '[^a-z0-9]+', '-', 'g')), question_id, version
from content_item
where path like 'questions/%' and question_id is not null and key ~ '[a-z0-9]'
order by path, key
on conflict do nothing;
