-- Read model: a learner's scores by category, in the order of `Scores`. They were part of the totals, where every answer
-- wrote them all to the write-ahead log again.
create table learner_category (
  learner_id text not null,
  category text not null,
  scores integer[] not null,
  primary key (learner_id, category)
) with (fillfactor = 70);
insert into learner_category (learner_id, category, scores)
select learner_id, category, array(select json_array_elements_text(scores)::integer)
from learner_totals, json_each(tally -> 'categories') as by_category (category, scores);
update learner_totals set tally = (tally::jsonb - 'categories')::json where tally ->> 'categories' is not null;

-- A regraded answer is found by its position in the log, so an answer needs no second index.
drop index item_prediction_answer;
