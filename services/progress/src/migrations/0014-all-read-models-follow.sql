-- These read models used to be written in the transaction of each append and now follow the log, like all others.
insert into checkpoint (name, position)
select name, position
from unnest(array['activity', 'achievements']) as names (name),
  (select max(global_position) as position from event) as log
where position is not null;
