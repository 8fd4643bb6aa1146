-- Some types are rare: looking for them one by one would pass by all the others.
create index question_by_type on question (type, created_at, position)
  include (is_open) where deleted_at is null;
