-- Other services learn what learners chose to practice before messages named it.
insert into outbox (event_id, subject, payload)
select (message ->> 'id')::uuid, 'identity.preferences.changed.v1', message
from learner_preferences, lateral (
  select jsonb_build_object(
    'id', gen_random_uuid(),
    'type', 'PreferencesChanged',
    'version', 1,
    'occurredAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'correlationId', null,
    'causationId', null,
    'data', jsonb_strip_nulls(jsonb_build_object(
      'learnerId', learner_uid,
      'timezone', coalesce(preferences ->> 'timezone', 'UTC'),
      'targetAccuracy', preferences -> 'targetAccuracy',
      'language', preferences ->> 'language',
      'dailyGoal', preferences -> 'dailyGoal',
      'learningPath', preferences ->> 'learningPath',
      'sections', preferences -> 'sections'
    ))
  ) as message
) as made
where preferences ?| array['dailyGoal', 'learningPath', 'sections']
order by learner_uid;
