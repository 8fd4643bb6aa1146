-- Right answers that count for the section of a path: those since the path was begun anew. And the path itself, as the
-- last answer named it, so that a reset finds its questions.
alter table learner_question add column path_id text, add column solved integer not null default 0;

update learner_question as state set solved = state.correct, path_id = last.path_id
from (
  select distinct on (learner_id, question_id)
    data ->> 'learnerId' as learner_id, (data ->> 'questionId')::uuid as question_id, data ->> 'learningPath' as path_id
  from event where type = 'AnswerSubmitted'
  order by learner_id, question_id, stream_version desc) as last
where last.learner_id = state.learner_id and last.question_id = state.question_id;

update learner_question as state set solved = least(state.correct, (
  select count(*) from event as answer
  where answer.stream_id = reset.stream_id and answer.stream_version > reset.version
    and answer.type = 'AnswerSubmitted' and (answer.data ->> 'isCorrect')::boolean
    and answer.data ->> 'questionId' = state.question_id::text))
from (
  select stream_id, data ->> 'learnerId' as learner_id, data ->> 'id' as path_id, max(stream_version) as version
  from event where type = 'ProgressReset' and data ->> 'scope' = 'path'
  group by 1, 2, 3) as reset
where reset.learner_id = state.learner_id and reset.path_id = state.path_id;
