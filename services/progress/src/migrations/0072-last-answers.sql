-- Whether the last answer to each question was right: what a learner has yet to put right. Of several answers at the same
-- instant all have to be, so that no order of arrival makes a difference.
alter table learner_question add column last_correct boolean not null default true;

update learner_question as state set last_correct = false
from (
  select answer.learner_id, answer.question_id, bool_and(answer.correct) as correct
  from learner_answer as answer
  join learner_question as question on question.learner_id = answer.learner_id
    and question.question_id = answer.question_id and question.last_answered_at = answer.answered_at
  group by answer.learner_id, answer.question_id) as last
where last.learner_id = state.learner_id and last.question_id = state.question_id
  and not last.correct and state.answered > 0;

-- The time is left out of it: it changes with every answer, and this index only with those that change the outcome.
create index learner_question_mistake on learner_question (learner_id) where not last_correct;
