-- The newest that was told of each audio file, for messages may come out of their order.
create table question_audio (
  question_id uuid not null references question (id) on delete cascade,
  type text not null,
  revision bigint not null,
  primary key (question_id, type)
);
