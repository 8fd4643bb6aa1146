-- What first attempts show about each question, copied from the progress service. A separate narrow table like
-- question_usage, and for the same reasons; the position breaks ties in the orders by these values.
create table question_statistics (
  question_id uuid primary key,
  position bigint,
  revision integer not null default 0,
  attempts integer not null default 0,
  facility double precision,
  discrimination double precision
) with (fillfactor = 70);
insert into question_statistics (question_id, position) select id, position from question;

-- Empty values come last in either direction, so each direction has its index.
create index question_by_attempts on question_statistics (attempts, position) where position is not null;
create index question_by_facility on question_statistics ((coalesce(facility, 'infinity')), position)
  where position is not null;
create index question_by_facility_down on question_statistics ((coalesce(facility, '-infinity')), position)
  where position is not null;
create index question_by_discrimination on question_statistics ((coalesce(discrimination, 'infinity')), position)
  where position is not null;
create index question_by_discrimination_down on question_statistics ((coalesce(discrimination, '-infinity')), position)
  where position is not null;

create function begin_question_statistics() returns trigger language plpgsql as $$
begin
  insert into question_statistics (question_id, position)
  select id, position from added order by id
  on conflict (question_id) do update set position = excluded.position;
  return null;
end $$;
create trigger begin_question_statistics after insert on question
  referencing new table as added for each statement execute function begin_question_statistics();
