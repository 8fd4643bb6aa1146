-- A card contains its ratings in order, each as milliseconds since 1970 × 8 + rating, so that an answer writes one row
-- instead of two. Due cards are found among the learner's own cards, so that no index changes with every rating.
alter table learner_card add column ratings bigint[] not null default '{}';
update learner_card card set ratings = array(
  select (extract(epoch from rated_at) * 1000)::bigint * 8 + rating as code
  from learner_card_rating rated
  where rated.learner_id = card.learner_id and rated.question_id = card.question_id
  order by code);
drop table learner_card_rating;
drop index learner_card_due;
alter table learner_card set (fillfactor = 70);
