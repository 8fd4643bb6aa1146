-- By what somebody tells their sessions apart: the browser as it introduced itself, roughly where from, and when last
-- used (noted at sign-in and at each refresh, not at every request). Addresses are shortened before they get here.
alter table session
  add user_agent text,
  add address text,
  add last_used_at timestamptz not null default now();

alter table session
  drop constraint session_end_reason_check,
  add check (end_reason in (
    'signed-out', 'refresh-token-reused', 'ended-elsewhere', 'account-disabled', 'password-changed', 'account-erased'
  ));

-- "signed in on these devices"
create index session_live on session (subject_id, last_used_at desc) where ended_at is null;
