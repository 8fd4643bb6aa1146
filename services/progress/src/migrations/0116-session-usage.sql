-- What sessions of practice took before they were counted.
insert into learner_usage (learner_id, quota, day, today, total)
select learner_id, 'practice-sessions', current_date, 0,
  sum(150 + octet_length(session_id || ',' || coalesce(plan_id, '') || ',' || array_to_string(sections, ',')))
from learner_session
group by learner_id
on conflict do nothing;
