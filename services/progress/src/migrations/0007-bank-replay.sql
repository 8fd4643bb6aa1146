-- How far the replay of the whole bank has come: one row per generation of what we keep of it, see replay-bank.ts.
create table bank_replay (
  generation integer primary key,
  after jsonb, -- where the last page ended
  finished_at timestamptz
);
