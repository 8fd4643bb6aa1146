-- The words by which a question is found: as written, and by their English stems. Never the explanation, nor which
-- option is right: a visitor could search the key out word by word. Punctuation becomes space, or the parser would
-- take `Array.map` for the name of a host.
create function question_words(title text, content text, tags text[], options jsonb) returns tsvector
language sql immutable parallel safe
return (
  with texts (weight, words) as (
    select weight, translate(words, $$!"#$%&'()*+,-./:;<=>?@[\]^`{|}~$$, repeat(' ', 31))
    from (values
      ('A'::"char", title),
      ('B'::"char", array_to_string(tags, ' ')),
      ('C'::"char", content),
      ('D'::"char", jsonb_path_query_array(options, '$[*].text')::text)
    ) as given (weight, words)
  )
  select
    setweight(to_tsvector('simple', a.words) || to_tsvector('english', a.words), 'A')
    || setweight(to_tsvector('simple', b.words) || to_tsvector('english', b.words), 'B')
    || setweight(to_tsvector('simple', c.words) || to_tsvector('english', c.words), 'C')
    || setweight(to_tsvector('simple', d.words) || to_tsvector('english', d.words), 'D')
  from texts a, texts b, texts c, texts d
  where a.weight = 'A' and b.weight = 'B' and c.weight = 'C' and d.weight = 'D'
);

alter table question add column words tsvector
  generated always as (question_words(title, content, tags, options)) stored;
create index question_by_words on question using gin (words) where deleted_at is null;
