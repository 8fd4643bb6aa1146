-- Comments of admin accounts on any content, in threads of a comment and its replies.
create table comment (
  id uuid primary key,
  position bigint generated always as identity,
  kind text not null,
  entry_id text not null,
  part text, -- the id of a step of a learning path
  thread_id uuid references comment (id) on delete cascade, -- null for the first comment of a thread
  author text, -- null if it was deleted while others had replied
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  content_deleted_at timestamptz -- since when its content is in the trash
);
create index comment_newest on comment (kind, entry_id, position);
create index comment_thread on comment (thread_id, position) where thread_id is not null;
create index comment_content_deleted on comment (content_deleted_at) where content_deleted_at is not null;

-- Who is told about which comment, and why: once each, whatever is repeated.
create table comment_notification (
  comment_id uuid not null references comment (id) on delete cascade,
  account text not null,
  reason text not null check (reason in ('mention', 'reply', 'review')),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (account, comment_id)
);
create index comment_notification_comment on comment_notification (comment_id);
create index comment_notification_newest on comment_notification (account, created_at);
create index comment_notification_unread on comment_notification (account) where read_at is null;
create index comment_notification_unmailed on comment_notification (created_at)
  where read_at is null and mailed_at is null;
create index comment_notification_oldest on comment_notification (created_at);

-- When an account was last sent a mail about comments.
create table comment_mail (
  account text primary key,
  mailed_at timestamptz not null
);

-- Which account has which content open. Lost in a crash of Postgres, and complete again a few seconds later.
create unlogged table presence (
  kind text not null,
  entry_id text not null,
  account text not null,
  seen_at timestamptz not null default now(),
  primary key (kind, entry_id, account)
);
create index presence_account on presence (account);
create index presence_seen on presence (seen_at);

-- Comments follow their content into the trash; out of it, the trash takes those of an entry with it. A question keeps
-- its row there.
create function trash_comments_of_entry() returns trigger language plpgsql as $$
begin
  update comment set content_deleted_at = now()
  where kind = coalesce(to_jsonb(old) ->> 'kind', tg_table_name) and entry_id = old.id and content_deleted_at is null;
  return null;
end $$;

create trigger trash_comments after delete on library_entry for each row execute function trash_comments_of_entry();
create trigger trash_comments after delete on category for each row execute function trash_comments_of_entry();
create trigger trash_comments after delete on topic for each row execute function trash_comments_of_entry();
create trigger trash_comments after delete on section for each row execute function trash_comments_of_entry();
create trigger trash_comments after delete on learning_path for each row execute function trash_comments_of_entry();

create function trash_comments_of_question() returns trigger language plpgsql as $$
begin
  update comment set content_deleted_at = new.deleted_at where kind = 'questions' and entry_id = new.id::text;
  return null;
end $$;

create trigger trash_comments after update of deleted_at on question for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function trash_comments_of_question();
