-- Challenges published before there were kinds are of the kind `web`.
update definition set document = '{"kind": "web"}'::jsonb || document
where kind = 'challenge' and document <> '{}';
