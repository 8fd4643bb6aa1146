-- By which a mail's "unsubscribe" works signed out, for ever; hashes only. One for each kind of mail that a learner gets.
create table unsubscribe_token (
  token_hash bytea primary key,
  learner_id uuid not null references learner on delete cascade,
  subscription text not null check (subscription in ('reminders', 'achievements'))
);
create index unsubscribe_token_learner on unsubscribe_token (learner_id);
