-- Read model: a learner's answers one by one, as history lists them and as sessions and plans count them.
create table learner_answer (
  learner_id text not null,
  answered_at timestamptz not null,
  event_id uuid not null,
  day date not null, -- in the learner's time zone of that moment
  question_id uuid not null,
  question_version integer not null,
  category text not null,
  section text not null,
  difficulty text not null,
  attempt integer not null,
  correct boolean not null,
  time_spent double precision not null, -- seconds
  session_id text,
  plan_id text, -- where it was given in guided mode
  primary key (learner_id, answered_at, event_id)
);
create index learner_answer_session on learner_answer (learner_id, session_id) where session_id is not null;
create index learner_answer_plan on learner_answer (learner_id, plan_id, answered_at) where plan_id is not null;

insert into learner_answer
select data ->> 'learnerId', (data ->> 'answeredAt')::timestamptz, event_id,
  ((data ->> 'answeredAt')::timestamptz at time zone (data ->> 'timeZone'))::date,
  (data ->> 'questionId')::uuid, (data ->> 'questionVersion')::integer, data ->> 'category', data ->> 'section',
  data ->> 'difficulty', (data ->> 'attempt')::integer, (data ->> 'isCorrect')::boolean,
  (data ->> 'timeSpent')::double precision, data ->> 'sessionId',
  case when data ->> 'learningMode' = 'guided' then data ->> 'planId' end
from event
where type = 'AnswerSubmitted' and data ? 'answeredAt';
