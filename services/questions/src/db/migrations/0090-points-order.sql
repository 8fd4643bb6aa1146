-- The order by points, read like the others: from the index, and only the page from the table.
create index question_by_points on question (points, position) include (is_open) where deleted_at is null;
