-- Read model: how far a learner has come on each learning path. It takes over from the figures by path.
create table learner_path (
  learner_id text not null,
  path_id text not null,
  answered integer not null,
  correct integer not null,
  time_spent double precision not null, -- seconds
  completed_sections text[] not null,
  current_section text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  completed_at timestamptz,
  primary key (learner_id, path_id)
) with (fillfactor = 70);

insert into learner_path
select data ->> 'learnerId', data ->> 'learningPath', count(*), count(*) filter (where (data ->> 'isCorrect')::boolean),
  sum((data ->> 'timeSpent')::double precision), '{}',
  (array_agg(data ->> 'sectionId' order by (data ->> 'answeredAt')::timestamptz desc))[1],
  min((data ->> 'answeredAt')::timestamptz), max((data ->> 'answeredAt')::timestamptz)
from event
where type = 'AnswerSubmitted' and data ? 'answeredAt' and data ->> 'learningPath' is not null
group by 1, 2;

delete from learner_figure where dimension = 'path';
alter table learner_figure drop constraint learner_figure_dimension_check,
  add check (dimension in ('section', 'category'));
