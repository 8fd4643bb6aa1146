-- Other services keep names, badges, challenges and plans by messages, which can arrive in another order than they were
-- sent. Each change of an entry draws a higher number, while the entry's row is locked, so the newest is always known.
create sequence definition_revision;
alter table category add column revision bigint not null default nextval('definition_revision');
alter table topic add column revision bigint not null default nextval('definition_revision');
alter table section add column revision bigint not null default nextval('definition_revision');
alter table learning_path add column revision bigint not null default nextval('definition_revision');
alter table library_entry add column revision bigint not null default nextval('definition_revision');
