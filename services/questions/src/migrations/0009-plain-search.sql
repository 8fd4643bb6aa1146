-- The only table that searches read: the words of each question that isn't deleted with the fields that contain them,
-- and the values it can be filtered by, so that one index finds both and ts_rank needs no other row.
drop function search_hits(tsquery[], integer, integer);
drop function search_positions(tsquery, integer);
drop table question_search;

create table question_search (
  position bigint primary key,
  words tsvector not null
);
-- Estimates from the most common words take longer than most searches and change no plan.
alter table question_search alter column words set statistics 0;
-- New questions are added to a pending list that each search reads, so it is kept short.
create index question_search_by_words on question_search using gin (words) with (gin_pending_list_limit = 256);

-- Lexemes that begin with a space aren't words of a text (see search/tsquery.ts).
create or replace function keep_question_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from question_search using removed where question_search.position = removed.position;
    return null;
  end if;
  delete from question_search using added
  where question_search.position = added.position and added.deleted_at is not null;
  insert into question_search (position, words)
  select position, search_words || array_to_tsvector(array_remove(array[
      ' category ' || category_id, ' topic ' || topic_id, ' path ' || learning_path_id, ' section ' || section_id,
      ' subcategory ' || subcategory, ' difficulty ' || difficulty, ' type ' || type, ' selection ' || selection,
      case when not is_active then ' inactive' end, case when not approved then ' unapproved' end
    ] || array(select ' tag ' || tag from unnest(tags) as tag), null))
  from added where deleted_at is null order by position
  on conflict (position) do update set words = excluded.words where question_search.words <> excluded.words;
  return null;
end $$;

create trigger note_search_words_of_new after insert on question_search
  referencing new table as added for each statement execute function note_search_words();
create trigger note_search_words_of_changed after update on question_search
  referencing old table as removed new table as added for each statement execute function note_search_words();
create trigger note_search_words_of_removed after delete on question_search
  referencing old table as removed for each statement execute function note_search_words();

-- Counted again from the rows that the service writes when it starts, since it finds all of them outdated.
truncate search_word, search_word_change;

-- Always by index: Postgres underestimates the cost of comparing words and would read all rows instead.
create function search_positions(query tsquery) returns setof bigint
language sql stable rows 1000 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  select position from question_search where words @@ query
$$;

-- The best matches first, then others, until there are `most`; ranked here, so that no wide row leaves the function.
create function search_hits(best tsquery, others tsquery, rank_by tsquery, most integer)
returns table ("position" bigint, rank real)
language sql stable rows 1000 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  select position, ts_rank(words, rank_by) from (
    select position, words from question_search where words @@ best
    union all
    select position, words from question_search where words @@ others
    limit most
  ) as hits
$$;
