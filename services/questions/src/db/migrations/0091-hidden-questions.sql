-- Few questions are inactive or wait for approval. Found here, they need not be looked for among all the others.
create index question_hidden on question (created_at, position)
  include (is_active, approved) where deleted_at is null and not is_open;
