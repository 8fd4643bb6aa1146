-- The tally is read and written whole with every answer, and never looked into: as text it costs neither parsing nor
-- printing.
alter table learner_totals alter column tally drop default;
alter table learner_totals alter column tally type json using tally::json;
alter table learner_totals alter column tally set default
  '{"scores": {}, "days": {"active": 0, "busiest": 0, "last": 0}, "sections": [], "challenges": {}}';
