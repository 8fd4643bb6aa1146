-- A learner whom an admin has locked out, and why.
alter table learner
  add disabled_at timestamptz,
  add disabled_reason text,
  add disabled_by text references admin (id),
  add check ((disabled_at is null) = (disabled_reason is null));
