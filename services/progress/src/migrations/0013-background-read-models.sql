-- These read models were written in the transaction of each append and now follow the log: they hold all of it so far.
insert into checkpoint (name, position)
select name, position
from unnest(array['figures', 'questions', 'answers', 'paths', 'certificates', 'challenges', 'plans', 'regrades']) as names (name),
  (select max(global_position) as position from event) as log
where position is not null;
