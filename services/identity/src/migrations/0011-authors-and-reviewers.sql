-- Authors write questions and submit them; reviewers also decide about those of others.
alter table admin drop constraint admin_role_check,
  add constraint admin_role check (role in ('author', 'reviewer', 'admin', 'super_admin'));
