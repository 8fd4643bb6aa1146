-- Days before an account existed count for no streak, badge or freeze. Earlier versions recorded none as such.
alter table learner_day
  add column is_active boolean not null default true,
  add column uncounted integer not null default 0; -- of the answers, those before the account existed
