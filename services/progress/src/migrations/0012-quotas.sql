-- How much of each quota a learner has used: see QUOTAS in libs/contracts. The row is locked while an amount is
-- charged.
create table learner_usage (
  learner_id text not null,
  quota text not null,
  day date not null, -- UTC, of the last charge
  today bigint not null, -- charged on that day
  total bigint not null, -- charged since the account exists
  primary key (learner_id, quota)
);
