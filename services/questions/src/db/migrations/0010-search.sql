-- Words to search by are taken from the texts by the service (search/lex.ts), not by Postgres' parser, to which
-- `===`, `C++` and `.then(` are nothing. So that the same code reads questions and searches, and marks what it found.
create extension if not exists pg_trgm;

alter table question drop column words;
drop function question_words(text, text, text[], jsonb);

alter table question add column search_words tsvector not null default '';
-- Of the code that made them; rows of an older one are done again at the start.
alter table question add column search_version smallint not null default 0;
create index question_by_words on question using gin (search_words) where deleted_at is null;
create index question_by_search_version on question (search_version);

-- Every word, stem and bit of code that an open question has, with the number of those questions: what a typed word is
-- compared with, and corrected by. No word of a hidden question is here: a correction would tell it.
create table search_word (
  word text collate "C" primary key,
  uses integer not null,
  -- Neither a stem, which has a space, nor code.
  is_word boolean not null generated always as (word !~ '[ -#%-/:-@\[-^`{-~]') stored
);
create index search_word_by_likeness on search_word using gin (word gin_trgm_ops) where is_word;

-- Words that questions have won or lost, not yet counted. Only ever added to by those who write questions: if they
-- counted themselves, two of them with a word in common would have to wait for each other.
create table search_word_change (
  id bigint generated always as identity primary key,
  words text[] not null,
  change smallint not null
);

create function note_search_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_word_change (words, change)
    select tsvector_to_array(search_words), 1 from added where is_open;
  elsif tg_op = 'DELETE' then
    insert into search_word_change (words, change)
    select tsvector_to_array(search_words), -1 from removed where is_open;
  else
    insert into search_word_change (words, change)
    select tsvector_to_array(side.search_words), side.change
    from removed join added using (id), lateral (values
      (removed.search_words, removed.is_open, -1),
      (added.search_words, added.is_open, 1)
    ) as side (search_words, is_open, change)
    where (removed.search_words, removed.is_open) is distinct from (added.search_words, added.is_open)
      and side.is_open;
  end if;
  return null;
end $$;

create trigger note_search_words_of_new after insert on question
  referencing new table as added for each statement execute function note_search_words();
create trigger note_search_words_of_changed after update on question
  referencing old table as removed new table as added for each statement execute function note_search_words();
create trigger note_search_words_of_removed after delete on question
  referencing old table as removed for each statement execute function note_search_words();

-- Words that share at least a fifth of their three-letter pieces: `htlm` and `html` share a fourth.
create function words_like(typed text) returns table (word text, uses integer)
language sql stable strict set pg_trgm.similarity_threshold = 0.2 as $$
  select word, uses from search_word
  where is_word and word % typed
    and length(word) between length(typed) - 2 and 2 * length(typed)
  order by similarity(word, typed) desc, uses desc limit 40
$$;
