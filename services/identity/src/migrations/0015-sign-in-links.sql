-- Mailed links that sign in, for owners whose account someone else is guessing passwords of.
alter table account_token drop constraint account_token_purpose_check;
alter table account_token add constraint account_token_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'confirm-email', 'erase-account', 'sign-in'));
