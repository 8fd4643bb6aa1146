-- Whether learners could see this version: active and approved. Null where we don't know yet, since we didn't keep it
-- before; the replay of the bank tells (replay-bank.ts), and until then the bank is asked about the version that is wanted.
alter table answer_key add column was_visible boolean;
-- Of the newest versions we know it.
update answer_key set was_visible = bank.is_open from bank_question as bank
where bank.question_id = answer_key.question_id and bank.version = answer_key.version;
