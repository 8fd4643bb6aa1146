-- Attempts within a minute, such as signing in to an account or from an IP address. Unlogged: a crash of the server
-- loses a minute's counts and nothing else. The key is a keyed hash, so the table identifies no one.
create unlogged table attempt_count (
  key bytea primary key,
  tries integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index attempt_count_end on attempt_count (ends_at);

-- Counts an attempt against several budgets in order, and stops at the first exceeded one, so that a rejected attempt
-- doesn't use up the budgets after it. All callers lock in the same order, which prevents deadlocks.
create function count_attempt(keys bytea[], budgets integer[])
returns table (tried integer, seconds_left integer)
language plpgsql as $$
begin
  for place in 1 .. cardinality(keys) loop
    insert into attempt_count as known (key, tries, ends_at)
    values (keys[place], 1, now() + interval '1 minute')
    on conflict (key) do update set
      tries = case when known.ends_at > now() then known.tries + 1 else 1 end,
      ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
    returning known.tries, ceil(extract(epoch from known.ends_at - now())) into tried, seconds_left;
    return next;
    exit when tried > budgets[place];
  end loop;
end
$$;
