-- Mail that is still to be sent, written beside what causes it. No secret is in here: a mail's text and the token in
-- its link are made when it is sent. Sent mail is deleted.
create table mail (
  id uuid primary key,
  -- Null where nobody has looked yet whether the address is a learner's.
  learner_id uuid references learner on delete cascade,
  recipient text not null,
  letter jsonb not null,
  created_at timestamptz not null default now(),
  -- After this it is of no use, or has failed for too long.
  give_up_at timestamptz not null,
  -- While it is being sent: when another may take over, should the sender have died.
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Given up, and why; never with an address in it.
  parked_at timestamptz,
  fault text
);
create index mail_due on mail (next_attempt_at) where parked_at is null;
create index mail_learner on mail (learner_id);
