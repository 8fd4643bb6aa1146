-- Sections that learners declared complete, as they could once: they count for no certificate. Of each section its last
-- completion says how it came; those that a reset took are not in the tally any more.
update learner_totals set tally = (tally::jsonb || jsonb_build_object('declared', last.declared))::json
from (
  select learner_id, jsonb_agg(key) as declared from (
    select distinct on (learner_id, key) learner_id, key, by from (
      select data ->> 'learnerId' as learner_id, data ->> 'by' as by, stream_version,
        (data ->> 'pathId') || '/' || (data ->> 'sectionId') as key
      from event where type = 'SectionCompleted'
    ) as completed
    order by learner_id, key, stream_version desc
  ) as newest
  where by = 'learner'
  group by learner_id
) as last
where last.learner_id = learner_totals.learner_id;
-- A key that a reset took.
update learner_totals set tally = jsonb_set(tally::jsonb, '{declared}', (
  select coalesce(jsonb_agg(key), '[]') from jsonb_array_elements(tally::jsonb -> 'declared') as key
  where tally::jsonb -> 'sections' @> key))::json
where tally::jsonb ? 'declared';
