-- How often each question was answered. Narrow and apart: counting never rewrites, nor locks, a question. No foreign
-- key: an answer may be heard of before, or after, the question's own life here.
create table question_usage (
  question_id uuid primary key,
  usage_count bigint not null
) with (fillfactor = 70);
