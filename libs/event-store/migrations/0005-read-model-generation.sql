-- Counts how often read models were exchanged for rebuilt ones. A writer says which generation it decided by, and one
-- who decided by figures that are gone decides again.
create table read_model (
  only_one boolean primary key default true check (only_one),
  generation integer not null
);
insert into read_model (generation) values (0);

do $$
begin
  execute format('revoke insert, update, delete, truncate on read_model from %I', current_database());
exception
  when undefined_object then null; -- a database without a runtime role of its own (tools, experiments)
end
$$;
