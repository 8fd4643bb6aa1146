-- Who gave the name and the picture: the learner, whose word stays, or a provider, whose newer word replaces its older.
-- Null: nobody has said anything yet.
alter table learner
  add name_from text not null default 'learner' check (name_from in ('learner', 'google', 'github')),
  add photo_from text check (photo_from in ('learner', 'google', 'github'));
