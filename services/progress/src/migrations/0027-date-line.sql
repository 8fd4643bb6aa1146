-- A day that the date line skipped doesn't break a streak: that depends on when and where the learner was active around it.
-- Null in rows of earlier versions until `activity` is rebuilt. `last_*` come first, since every answer changes them: Postgres
-- logs everything from the first to the last changed byte.
alter table learner_day
  add column last_at timestamptz,
  add column last_zone text,
  add column first_at timestamptz,
  add column first_zone text;

alter table learner_totals
  add column streak_moments json not null default '{}';
