-- Several links of one purpose work at the same time: a request that somebody else makes must not end the owner's link.
-- How many mails go out is bounded below, by address.
alter table account_token
  drop constraint account_token_learner_id_purpose_key,
  drop column hour_began_at,
  drop column issued_in_hour;
create index account_token_learner on account_token (learner_id, purpose);

-- How much mail of a kind an address has left, as a token bucket: when it will be full again. A key is a keyed hash, so
-- the table names nobody.
create table mail_allowance (
  key bytea primary key,
  full_at timestamptz not null
);
