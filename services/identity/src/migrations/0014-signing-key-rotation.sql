-- Of all keys that one signs whose time came last; its successor's time is when it retires. So there is no moment
-- without a key, and replicas that know the same rows always agree.
alter table signing_key add signs_from timestamptz not null default now();
update signing_key set signs_from = created_at;
drop index signing_key_current;
alter table signing_key drop column retired_at;
create unique index signing_key_signs_from on signing_key (signs_from);
