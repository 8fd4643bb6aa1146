-- Mistakes are found among a learner's own questions, so that an answer changes no index, whatever its outcome.
drop index learner_question_mistake;
