-- Categories by id: an answer key names its category by the name of its time, and is read with the name of today.
create table category (
  id text primary key,
  name text not null,
  revision bigint not null -- of the catalogue's entry: messages may come in any order, the highest counts
);
alter table answer_key add column category_id text;
