-- What a learner has reported, newest first.
create index question_report_by_learner on question_report (reported_by, created_at, id);
