-- Looks for hits step by step, the best places first, until one step has found enough. Where `few` or less match, which
-- the last step finds, it does not matter where: all of them are ranked. A loop rather than a statement of as many parts:
-- Postgres plans the lookup once, and not again with each search.
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
      -- What an earlier step has found keeps its place.
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
