-- The scores in a tally are lists of figures: of all difficulties, of beginner, intermediate and advanced, four each. Named
-- one by one they made the row so long that Postgres compressed it with every answer.
update learner_totals set tally = (
  with score as (
    select split_part(key, '/', 1) as difficulty,
      case when strpos(key, '/') > 0 then substr(key, strpos(key, '/') + 1) end as category, value
    from jsonb_each(tally::jsonb -> 'scores')
  ), listed as (
    select category,
      coalesce(jsonb_agg(value) filter (where difficulty = '') -> 0, '[0, 0, 0, 0]')
        || coalesce(jsonb_agg(value) filter (where difficulty = 'beginner') -> 0, '[0, 0, 0, 0]')
        || coalesce(jsonb_agg(value) filter (where difficulty = 'intermediate') -> 0, '[0, 0, 0, 0]')
        || coalesce(jsonb_agg(value) filter (where difficulty = 'advanced') -> 0, '[0, 0, 0, 0]') as scores
    from score group by category
  )
  select (tally::jsonb - 'scores' || jsonb_build_object(
    'all', coalesce((select scores from listed where category is null), '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]'),
    'categories', coalesce((select jsonb_object_agg(category, scores) from listed where category is not null), '{}')
  ))::json
)
where tally::jsonb ? 'scores';
alter table learner_totals alter column tally set default '{}';
