-- All that identity knows of practice, from progress's events: enough not to remind who has practised.
create table practice (
  learner_id uuid primary key references learner on delete cascade,
  last_practised_at timestamptz not null
);

-- One row for a learner and a day of theirs, reminded or found to need none: whoever writes it decides, once.
create table reminder (
  learner_id uuid not null references learner on delete cascade,
  day date not null,
  settled_at timestamptz not null default now(),
  primary key (learner_id, day)
);
create index reminder_day on reminder (day);
