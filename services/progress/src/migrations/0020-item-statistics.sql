-- Equal for versions with the same content, options and key.
alter table answer_key add column content_digest text;

-- Each version of a question with those before and after it that differ only in metadata, which count as one item.
create view item_version as
select question_id, version, min(version) over item as first_version, max(version) over item as last_version
from (
  select question_id, version, count(*) filter (where is_new) over (partition by question_id order by version) as item
  from (
    select question_id, version, content_digest is null
      or content_digest is distinct from lag(content_digest) over (partition by question_id order by version) as is_new
    from answer_key
  ) as compared
) as numbered
window item as (partition by question_id, item);

-- Statistics of each answered question in its newest version, as published to other services.
create table item_statistics (
  question_id uuid primary key,
  revision integer not null,
  attempts integer not null,
  facility double precision, -- null below the minimum of attempts
  discrimination double precision
);

-- Questions with a new version, whose statistics may start again. Rows are only added, so that no writer waits.
create table item_revised (
  id bigint generated always as identity primary key,
  question_id uuid not null
);
