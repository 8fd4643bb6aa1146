-- These read models used to be written in the transaction of each append and now follow the log: at this point they
-- include all of it.
insert into checkpoint (name, position)
select name, position
from unnest(array['figures', 'questions', 'answers', 'paths', 'certificates', 'challenges', 'plans', 'regrades']) as names (name),
  (select max(global_position) as position from event) as log
where position is not null;
