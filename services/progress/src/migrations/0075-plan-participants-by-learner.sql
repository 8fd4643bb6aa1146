-- An erasure looks for the rows of a learner while it holds up all who answer.
create index plan_participant_learner on plan_participant (learner_id);
