-- Admins look for learners by a part of the name or the address, and page through them in four orders.
create extension if not exists pg_trgm;
create index learner_search on learner using gin (lower(display_name || ' ' || email) gin_trgm_ops);
create index learner_newest on learner (created_at desc, uid);
create index learner_last_login on learner (last_login_at desc nulls last, uid);
create index learner_name on learner (lower(display_name), uid);
create index learner_disabled on learner (disabled_at) where disabled_at is not null;
