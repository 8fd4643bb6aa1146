create extension if not exists pg_trgm;

-- The table that searches read: the words of each question that isn't deleted, and the values it can be filtered by, so
-- that one index serves both. The rows are narrow; otherwise a search for a common word would fetch a page of the table
-- for each hit.
create table question_search (
  position bigint primary key,
  words tsvector not null,
  -- Postgres moves long values out of a row only if the row has more than 2 kB. With this padding, which takes only a
  -- few bytes when stored, all rows do.
  padding text not null generated always as (repeat(' ', 2048)) stored
) with (toast_tuple_target = 128);
alter table question_search alter column words set storage external;
-- New questions are added to a pending list that each search reads, so it is kept short.
create index question_search_by_words on question_search using gin (words) with (gin_pending_list_limit = 256);

-- The newest matching questions, always by index: Postgres knows neither how rare a word is nor the cost of fetching
-- each row's words, and would read all rows instead.
create function search_positions(query tsquery, most integer) returns setof bigint
language sql stable rows 1000 set enable_seqscan = off set enable_indexscan = off as $$
  select position from question_search where words @@ query order by position desc limit most
$$;

-- Lexemes that begin with a space aren't words of a text (see search/tsquery.ts). Bands are runs of 1,024, 4,096 …
-- neighboring questions: for very common words, a search reads only the newest bands.
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

create trigger keep_question_search_of_new after insert on question
  referencing new table as added for each statement execute function keep_question_search();
create trigger keep_question_search_of_changed after update on question
  referencing new table as added for each statement execute function keep_question_search();
create trigger keep_question_search_of_removed after delete on question
  referencing old table as removed for each statement execute function keep_question_search();

-- Every word, stem and piece of code in open questions, with the number of those questions. Typed words are compared
-- with it and corrected to it. It contains no word of a hidden question, since a correction would reveal it.
create table search_word (
  word text collate "C" primary key,
  uses integer not null,
  -- Excludes stems, which contain a space, and code.
  is_word boolean not null generated always as (word !~ '[ -#%-/:-@\[-^`{-~]') stored
);
create index search_word_by_likeness on search_word using gin (word gin_trgm_ops) where is_word;
-- The number of uses of each word with a given beginning, from the index alone.
create index search_word_by_beginning on search_word (word) include (uses, is_word);

-- Words that questions have gained or lost and that aren't counted yet. Writers only add rows: if they updated the
-- counts, two transactions with a word in common would wait for each other.
create table search_word_change (
  id bigint generated always as identity primary key,
  words text[] not null,
  change smallint not null
);

create function note_search_words() returns trigger language plpgsql as $$
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

-- Words that share at least a fifth of their trigrams: `htlm` and `html` share a fourth.
create function words_like(typed text) returns table (word text, uses integer)
language sql stable strict set pg_trgm.similarity_threshold = 0.2 as $$
  select word, uses from search_word
  where is_word and word % typed
    and length(word) between length(typed) - 2 and 2 * length(typed)
  order by similarity(word, typed) desc, uses desc limit 40
$$;

-- Searches step by step, starting where the best hits are, until a step has found enough. If at most `few` questions
-- match, which the last step finds out, all of them are ranked. A loop rather than one statement with many parts, so
-- that Postgres plans the lookup once rather than for each search.
create function search_hits(
  steps tsquery[], few integer, enough integer, out positions bigint[], out complete boolean
)
language plpgsql stable as $$
declare
  step tsquery;
  hits bigint[];
begin
  if few > 0 then
    positions := array(select search_positions(steps[cardinality(steps)], few + 1));
    complete := true;
    if cardinality(positions) <= few then return; end if;
    positions := null;
  end if;
  foreach step in array steps loop
    hits := array(select search_positions(step, enough + 1));
    if positions is null then
      positions := hits;
    else
      -- Hits of an earlier step keep their rank.
      positions := positions || array(
        select position from unnest(hits) with ordinality as hit (position, place)
        where not exists (select from unnest(positions) as earlier where earlier = position)
        order by place
      );
    end if;
    complete := cardinality(hits) <= enough;
    exit when cardinality(hits) >= enough;
  end loop;
  complete := complete and step = steps[cardinality(steps)];
  positions := positions[:enough];
end $$;
