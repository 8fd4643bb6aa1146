-- Read model `reviews`: what a learner's cards are scheduled with, besides their ratings. No row: the usual settings.
create table learner_card_settings (
  learner_id text primary key,
  retention smallint not null, -- percent
  weights double precision[], -- of FSRS; null: the standard ones, and the columns below are null too
  reviews integer, -- the number of ratings they were fitted to
  held_out integer, -- the number of ratings that were only predicted
  improvement double precision, -- of the log loss, in percent
  adopted_at timestamptz
);

-- Not a read model: when weights were last fitted to a learner's ratings, adopted or not.
create table learner_card_fit (
  learner_id text primary key,
  reviews integer not null, -- the number of ratings then
  started_at timestamptz not null,
  finished_at timestamptz -- null while it runs, or if it was interrupted
);
