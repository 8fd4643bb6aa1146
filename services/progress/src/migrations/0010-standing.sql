-- What badges, milestones and freezes are reckoned by, beside the totals.
alter table learner_totals
  add column freezes integer not null default 0,
  add column tally jsonb not null
    default '{"scores": {}, "days": {"active": 0, "busiest": 0, "last": 0}, "sections": [], "challenges": {}}';
-- Of one who has answered nothing: after a reset, or while all they have is a section completed by their own word.
alter table learner_totals alter column last_day drop not null;
