-- What searches read: of each question that is not deleted the words, and beside them what it can be filtered by, so
-- that one index answers for both together. The rows are narrow, or a search for a common word would have to fetch a
-- page of the table for each hit.
create table question_search (
  position bigint primary key,
  words tsvector not null,
  -- Postgres moves long values out of a row only where the row has more than 2 kB. Most words have less; with this,
  -- which takes a few bytes when it is stored, all rows have more.
  padding text not null generated always as (repeat(' ', 2048)) stored
) with (toast_tuple_target = 128);
alter table question_search alter column words set storage external;
-- New questions wait in a list that each search reads: a short one.
create index question_search_by_words on question_search using gin (words) with (gin_pending_list_limit = 256);
drop index question_by_words;

-- The newest questions that match, by the index whatever Postgres thinks: it knows neither how rare a word is nor what
-- it costs to fetch the words of each row, and would rather read all rows.
create function search_positions(query tsquery, most integer) returns setof bigint
language sql stable rows 1000 set enable_seqscan = off set enable_indexscan = off as $$
  select position from question_search where words @@ query order by position desc limit most
$$;

-- Lexemes that begin with a space are no words of a text (see search/lexemes.ts, search/filter-lexemes.ts). Bands are
-- runs of 1,024, 4,096 … neighbours: of what very many have, a search reads the newest only.
create function keep_question_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from question_search using removed where question_search.position = removed.position;
    return null;
  end if;
  delete from question_search using added
  where question_search.position = added.position and added.deleted_at is not null;
  insert into question_search (position, words)
  select position, strip(search_words) || array_to_tsvector(array_remove(array[
      ' category ' || category_id, ' topic ' || topic_id, ' path ' || learning_path_id, ' section ' || section_id,
      ' subcategory ' || subcategory, ' difficulty ' || difficulty, ' type ' || type, ' selection ' || selection,
      case when not is_active then ' inactive' end, case when not approved then ' unapproved' end
    ]
    || array(select ' tag ' || tag from unnest(tags) as tag)
    || array(select ' band ' || bits || ' ' || (position >> bits) from unnest(array[10, 12, 14, 16, 18, 20]) as bits),
    null))
  from added where deleted_at is null order by position
  on conflict (position) do update set words = excluded.words where question_search.words <> excluded.words;
  return null;
end $$;

-- Words are counted by what is searched, not by the texts: an estimate of how many match needs filters, too.
drop trigger note_search_words_of_new on question;
drop trigger note_search_words_of_changed on question;
drop trigger note_search_words_of_removed on question;
truncate search_word, search_word_change;

create or replace function note_search_words() returns trigger language plpgsql as $$
declare
  hidden constant tsquery := $q$' inactive' | ' unapproved'$q$;
begin
  if tg_op <> 'INSERT' then
    insert into search_word_change (words, change)
    select tsvector_to_array(words), -1 from removed where not words @@ hidden;
  end if;
  if tg_op <> 'DELETE' then
    insert into search_word_change (words, change)
    select tsvector_to_array(words), 1 from added where not words @@ hidden;
  end if;
  return null;
end $$;
create trigger note_search_words_of_new after insert on question_search
  referencing new table as added for each statement execute function note_search_words();
create trigger note_search_words_of_changed after update on question_search
  referencing old table as removed new table as added for each statement execute function note_search_words();
create trigger note_search_words_of_removed after delete on question_search
  referencing old table as removed for each statement execute function note_search_words();

create trigger keep_question_search_of_new after insert on question
  referencing new table as added for each statement execute function keep_question_search();
create trigger keep_question_search_of_changed after update on question
  referencing new table as added for each statement execute function keep_question_search();
create trigger keep_question_search_of_removed after delete on question
  referencing old table as removed for each statement execute function keep_question_search();

-- Only now, by the triggers. Lexemes have other names than before: rather none than the old ones until the service,
-- which makes them anew before it serves, has done so.
update question set search_words = '', search_version = 0;

-- How often each word that begins so is used, from the index alone.
create index search_word_by_beginning on search_word (word) include (uses, is_word);
