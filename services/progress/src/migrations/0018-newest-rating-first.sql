-- Postgres writes everything between the first and the last changed byte of a row to the write-ahead log. A new rating in
-- front leaves the older ones, at the end of the row, unchanged: an answer costs the same however many a card has.
update learner_card set ratings = array(select rating from unnest(ratings) as rating order by rating desc)
where cardinality(ratings) > 1;
