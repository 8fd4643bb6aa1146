-- Who may read the solution of which challenge, as progress tells: learners who have passed it or given up.
create table challenge_opening (
  learner_id text not null,
  challenge_id text not null,
  reason text not null check (reason in ('passed', 'given-up')),
  opened_at timestamptz not null,
  primary key (learner_id, challenge_id)
);
