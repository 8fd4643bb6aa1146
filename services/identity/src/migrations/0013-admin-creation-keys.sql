-- Who made an admin and under which Idempotency-Key: the same request repeated is answered with the same admin.
alter table admin
  add created_by text references admin (id),
  add creation_key text;
create unique index admin_creation_key on admin (created_by, creation_key) where creation_key is not null;
create index admin_newest on admin (created_at desc, id);
