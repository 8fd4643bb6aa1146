-- The steps of a path in order, each with its id, title, summary, lesson and question ids: read and written as a whole
-- with the path. `steps_edited_at` is set when an admin changes them: from then on, the starter content doesn't update
-- them. `estimated_time` is no longer used, since it is computed from questions and lessons; older replicas still write
-- it.
alter table learning_path
  add column steps jsonb not null default '[]',
  add column lesson_words integer not null default 0,
  add column steps_edited_at timestamptz;

-- Shipped questions by their permanent id, regardless of title and file. `version` is the version that the content last
-- stored, which a newer file may change. Null for a question that the bank already had, which the content doesn't
-- change.
create table content_question (
  id text primary key,
  question_id uuid not null,
  version integer
);

-- Before this migration a question was identified by its file and its title in lower case; the ids in the files were
-- derived from these titles.
insert into content_question (id, question_id, version)
select trim(both '-' from regexp_replace(key, '[^a-z0-9]+', '-', 'g')), question_id, version
from content_item
where path like 'questions/%' and question_id is not null and key ~ '[a-z0-9]'
order by path, key
on conflict do nothing;
