-- Read model: certificates of completed paths. The code is the id of the fact, in letters that can be copied by hand.
create table learner_certificate (
  code text primary key,
  learner_id text not null,
  path_id text not null,
  issued_at timestamptz not null,
  unique (learner_id, path_id)
);

-- How a learner wishes to be named on a certificate. Their word alone, so never in the log.
create table learner_certificate_name (
  learner_id text not null,
  path_id text not null,
  name text not null,
  primary key (learner_id, path_id)
);
