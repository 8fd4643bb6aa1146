-- Rows lie in the order of their age: the daily sweep finds the old ones by block, and no index entry is written for each message.
drop index consumed_message_age;
create index consumed_message_age on consumed_message using brin (consumed_at) with (pages_per_range = 32, autosummarize = on);
