-- Each image once, whoever uploads its bytes.
create table image (
  id text primary key, -- as in its URL
  digest bytea not null unique, -- SHA-256 of the uploaded bytes
  alt text not null, -- that the image is inserted with
  file_name text not null,
  width integer not null,
  height integer not null,
  bytes integer not null, -- of the largest file
  removed text[] not null, -- the parts that were removed from an SVG
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  deleted_at timestamptz -- the files stay for 30 days, in case the image is uploaded or used again
);
create index image_newest on image (uploaded_at, id) where deleted_at is null;
create index image_deleted on image (deleted_at) where deleted_at is not null;

-- The stored files of an image: one per width.
create table image_file (
  name text primary key,
  image_id text not null references image (id) on delete cascade,
  mime_type text not null,
  width integer not null,
  bytes integer not null
);
create index image_file_image on image_file (image_id);
