-- The path's step that an import filed its questions in, for the undo of the import.
alter table import_batch add column step jsonb;
