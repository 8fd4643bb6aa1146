-- The ids of the images that a text refers to.
create function image_ids(text text) returns text[] language sql immutable strict parallel safe as $$
  select case when text like '%/api/images/%' then
    array(select distinct (regexp_matches(text, '/api/images/([0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\.(?:webp|svg))', 'g'))[1])
  else '{}' end
$$;

-- They find what uses an image. Nothing else has to be stored, so no write can forget it.
create index question_by_image on question
  using gin (image_ids(content || ' ' || explanation || ' ' || options::text || coalesce(answer::text, ''))) where deleted_at is null;
create index question_translation_by_image on question_translation using gin (image_ids(words::text));
create index learning_path_by_image on learning_path using gin (image_ids(description || ' ' || steps::text));
create index library_entry_by_image on library_entry using gin (image_ids(document::text));
