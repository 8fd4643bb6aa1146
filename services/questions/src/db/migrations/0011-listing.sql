-- How often questions were changed, over all rows: as long as the sum stands, what was counted before still holds, and
-- a page deep in the list needs no counting from the top. Several rows, of which each transaction takes one that is
-- free: a long import holds nobody up.
create table question_revision (
  shard smallint primary key,
  changes bigint not null
) with (fillfactor = 50);
insert into question_revision (shard, changes) select shard, 0 from generate_series(1, 32) as shard;

create function count_question_change() returns trigger language plpgsql as $$
declare
  free smallint;
begin
  select shard into free from question_revision order by shard limit 1 for update skip locked;
  update question_revision set changes = changes + 1 where shard = coalesce(free, 1);
  return null;
end $$;
create trigger count_question_change after insert or update or delete on question
  for each statement execute function count_question_change();

-- As a column: an index on the bare expression would send the list to the table for every title.
alter table question add column folded_title text not null generated always as (lower(title)) stored;
drop index question_by_title;
create index question_by_title on question (folded_title, position) include (is_open) where deleted_at is null;
drop index question_last_changed;
create index question_last_changed on question (updated_at, position) include (is_open) where deleted_at is null;
create index question_by_subcategory on question (subcategory, created_at, position)
  include (is_open) where deleted_at is null and subcategory is not null;

-- In the order of their use: every question has a row from the start, with the position by which ties are broken.
alter table question_usage add column position bigint;
create index question_usage_order on question_usage (usage_count, position) where position is not null;

create function begin_question_usage() returns trigger language plpgsql as $$
begin
  -- Answers to a question may have been heard of before the question.
  insert into question_usage (question_id, usage_count, position)
  select id, 0, position from added order by id
  on conflict (question_id) do update set position = excluded.position;
  return null;
end $$;
create trigger begin_question_usage after insert on question
  referencing new table as added for each statement execute function begin_question_usage();

insert into question_usage (question_id, usage_count, position)
select id, 0, position from question
on conflict (question_id) do update set position = excluded.position;
