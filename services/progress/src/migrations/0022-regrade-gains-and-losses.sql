-- A regrade reports who gained and who lost points. Finished regrades from before only have their sum, which counts as
-- the gain or loss of all their learners.
alter table regrade
  add column points_gained integer not null default 0,
  add column learners_gaining integer not null default 0,
  add column points_lost integer not null default 0,
  add column learners_losing integer not null default 0;
update regrade set
  points_gained = greatest(points, 0), learners_gaining = case when points > 0 then learners else 0 end,
  points_lost = greatest(-points, 0), learners_losing = case when points < 0 then learners else 0 end;
