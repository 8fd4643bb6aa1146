-- Who has no password shows by a mailed token that an erasure is really meant.
alter table account_token
  drop constraint account_token_purpose_check,
  add check (purpose in ('verify-email', 'reset-password', 'confirm-email', 'erase-account'));
