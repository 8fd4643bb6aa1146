-- Read model: each time a learner rated a flashcard, by answering its question or by reviewing it.
create table learner_card_rating (
  learner_id text not null,
  question_id uuid not null,
  rated_at timestamptz not null,
  event_id uuid not null,
  rating smallint not null check (rating between 1 and 4),
  primary key (learner_id, question_id, rated_at, event_id)
);

-- Read model: the schedule computed from those ratings (FSRS).
create table learner_card (
  learner_id text not null,
  question_id uuid not null,
  due timestamptz not null,
  state smallint not null, -- 1 learning, 2 review, 3 relearning
  stability double precision not null,
  difficulty double precision not null,
  elapsed_days integer not null,
  scheduled_days integer not null,
  learning_steps integer not null,
  reps integer not null,
  lapses integer not null,
  last_review timestamptz not null,
  primary key (learner_id, question_id)
) with (fillfactor = 80);
create index learner_card_due on learner_card (learner_id, due);
